/** Registration of the service worker. */
export function keepForOffline(): void {
  if (!import.meta.env.PROD || !("serviceWorker" in navigator)) return;
  addEventListener("load", () => {
    navigator.serviceWorker.register("/sw.js").catch(() => undefined);
    void navigator.serviceWorker.ready.then(({ active }) => {
      // The worker did not see the first visit: tell it which rules were read.
      const keep = performance
        .getEntriesByType("resource")
        .map((entry) => entry.name)
        .filter((name) => name.includes("/api/games"));
      active?.postMessage({ keep });
    });
  });
}
