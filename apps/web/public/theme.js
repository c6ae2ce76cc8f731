// The theme stands before the first paint: a light page must not flash dark. A file of its own, because pages allow no inline script.
try {
  const { data } = JSON.parse(localStorage.getItem("spot.preferences"));
  if (data.theme) document.documentElement.dataset.theme = data.theme;
  if (data.rise) document.documentElement.dataset.rise = data.rise;
} catch {
  // Nothing was chosen yet.
}
