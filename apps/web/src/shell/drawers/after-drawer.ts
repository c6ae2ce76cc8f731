/** The drawer closes before the transfer dialog opens: two moving layers at once are hard to follow. */
const transferDelayMs = 300;

/** Closes the drawer and runs the callback when it has closed. */
export function afterDrawer(close: () => void, run: () => void): void {
  close();
  setTimeout(run, transferDelayMs);
}
