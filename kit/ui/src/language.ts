/** Where react-aria looks for the language before the browser's. */
const language = Symbol.for("react-aria.i18n.locale");

/**
 * Sets the language of all components, now and for those loaded later. A provider around the page would do the same, but would load 1 kB
 * and the browser's language tables before the first paint.
 */
export function setComponentLanguage(tag: string): void {
  Object.assign(window, { [language]: tag });
  dispatchEvent(new Event("languagechange"));
}
