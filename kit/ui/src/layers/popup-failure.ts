// Separate from the popups, so that registering the listener does not load their code.
let notify = (): void => undefined;

/** Sets what happens when the popup of a pressed button cannot be loaded: the page has the text for it. */
export function onPopupFailed(listener: () => void): void {
  notify = listener;
}

export const reportPopupFailed = (): void => notify();
