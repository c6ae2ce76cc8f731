// Apart from the popups themselves: who has the words for it must not bring their machinery along.
let tell = (): void => undefined;

/** What is done when somebody pressed a button and its popup could not be fetched: the page has the words for it. */
export function whenPopupFails(told: () => void): void {
  tell = told;
}

export const tellPopupFailed = (): void => tell();
