/** A drawer leaves before the dialog of a transfer comes: two layers that move at once are hard to follow. */
const transferDelayMs = 300;

/** Closes the drawer, and runs once it has left. */
export function afterDrawer(close: () => void, run: () => void): void {
  close();
  setTimeout(run, transferDelayMs);
}
