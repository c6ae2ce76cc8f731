import { useEffect } from "react";
import { useLocale } from "react-aria-components/I18nProvider";

/**
 * Components follow a change of language only while one of them is mounted: a change on a page of plain elements would not reach those that
 * are mounted later. This one is always mounted, and reads the current language once.
 */
export function ComponentLanguage(): null {
  useLocale();
  useEffect(() => void dispatchEvent(new Event("languagechange")), []);
  return null;
}
