/** Where react-aria looks for the language before it looks at the browser's. */
const language = Symbol.for("react-aria.i18n.locale");

/**
 * Tells every component the language of the page, now and those that are fetched later. A provider around the page would say the same, but
 * would bring with it, before the first paint, what only the components need: 1 kB, and the browser's tables of languages.
 */
export function tellComponents(tag: string): void {
  Object.assign(window, { [language]: tag });
  dispatchEvent(new Event("languagechange"));
}
