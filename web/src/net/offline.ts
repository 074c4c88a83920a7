/** Sees to it that what was read can be read again without a network. */
export function keepForOffline(): void {
  if (!import.meta.env.PROD || !("serviceWorker" in navigator)) return;
  addEventListener("load", () => {
    navigator.serviceWorker.register("/sw.js").catch(() => undefined);
    void navigator.serviceWorker.ready.then(({ active }) => {
      // The first visit was not seen by the worker: tell it what there was to read.
      const keep = performance
        .getEntriesByType("resource")
        .map((entry) => entry.name)
        .filter((name) => name.includes("/api/games"));
      active?.postMessage({ keep });
    });
  });
}
