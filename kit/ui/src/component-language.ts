import { useEffect } from "react";
import { useLocale } from "react-aria-components/I18nProvider";

/**
 * Components hear of another language only while one of them stands: chosen on a page of plain elements, it would reach none of those
 * that come later. This one always stands, and asks once for what was said before it came.
 */
export function ComponentLanguage(): null {
  useLocale();
  useEffect(() => void dispatchEvent(new Event("languagechange")), []);
  return null;
}
