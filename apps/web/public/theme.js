// The theme stands before the first paint: a light page must not flash dark. A file of its own, because pages allow no inline script.
try {
  const { state } = JSON.parse(localStorage.getItem("tidemark.preferences"));
  document.documentElement.dataset.theme = state.theme;
  document.documentElement.dataset.rise = state.rise;
} catch {
  // Nothing was chosen yet.
}
