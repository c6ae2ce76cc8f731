import type { MessageDescriptor } from "@lingui/core";
import { useLingui } from "@lingui/react";

export type Translate = (message: MessageDescriptor, values?: Readonly<Record<string, string | number>>) => string;

/** Translates messages into the current language. */
export function useTexts(): Translate {
  const { i18n } = useLingui();
  return (message, values) => i18n._(values === undefined ? message : { ...message, values });
}
