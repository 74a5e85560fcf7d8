// What this browser remembers. Where it may remember nothing, nothing is remembered, and all else works.

/**
 * What was kept under a key, or null.
 * @param {"localStorage" | "sessionStorage"} store
 * @param {string} key
 */
export function recall(store, key) {
  try {
    return globalThis[store].getItem(key);
  } catch {
    return null;
  }
}

/**
 * Keep a text under a key.
 * @param {"localStorage" | "sessionStorage"} store
 * @param {string} key
 * @param {string} value
 */
export function keep(store, key, value) {
  try {
    globalThis[store].setItem(key, value);
  } catch {
    // no storage
  }
}
