// What a page must know before it is first shown: that there are scripts, the theme, the tab.
// The one script that is no module: the page waits for it, so nothing of it is seen to change.

{
  const root = document.documentElement;
  const recall = (store, key) => {
    try {
      return globalThis[store].getItem(key);
    } catch {
      return null; // no storage: nothing is remembered
    }
  };
  const theme = recall("localStorage", "theme");
  if (theme) root.dataset.theme = theme;
  root.dataset.tab = recall("sessionStorage", "tab") || "table";
  root.classList.add("js");
}
