import type { MessageDescriptor } from "@lingui/core";
import { useLingui } from "@lingui/react";
import { isolate } from "@tidemark/contracts";
import { useCallback } from "react";
import { directionOf, currentLang } from "./languages.ts";

type Values = Readonly<Record<string, string | number>>;
export type Translate = (message: MessageDescriptor, values?: Values) => string;

/** Text values are isolated in their own direction; numbers stay numbers, so that plurals can count them. */
const isolated = (values: Values): Values =>
  Object.fromEntries(
    Object.entries(values).map(([name, value]) => [name, typeof value === "string" ? isolate(value) : value]),
  );

/** Translates messages into the current language. Numbers are passed as formatted text. */
export function useTexts(): Translate {
  const { i18n } = useLingui();
  return useCallback(
    (message, values) => {
      if (values === undefined) return i18n._(message);
      return i18n._({ ...message, values: directionOf(currentLang()) === "rtl" ? isolated(values) : values });
    },
    [i18n],
  );
}
