/** What this browser remembers, for those that may. */

/** What the browser remembers under a name; nothing where it remembers nothing. */
export function kept(key: string): string | null {
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
}

export function keep(key: string, value: string): void {
  try {
    localStorage.setItem(key, value);
  } catch {
    // Then it is asked again next time.
  }
}
