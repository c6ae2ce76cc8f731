import type { MessageDescriptor } from "@lingui/core";
import { useLingui } from "@lingui/react";
import { isolate } from "@tidemark/contracts";
import { useCallback } from "react";
import { directionOf, spokenLang } from "./languages.ts";

type Values = Readonly<Record<string, string | number>>;
export type Say = (message: MessageDescriptor, values?: Values) => string;

/** Texts keep their own direction; numbers stay numbers, for plurals to count. */
const isolated = (values: Values): Values =>
  Object.fromEntries(
    Object.entries(values).map(([name, value]) => [name, typeof value === "string" ? isolate(value) : value]),
  );

/** The words of a message in the reader's language. Numbers are handed over as finished text. */
export function useWords(): Say {
  const { i18n } = useLingui();
  return useCallback(
    (message, values) => {
      if (values === undefined) return i18n._(message);
      return i18n._({ ...message, values: directionOf(spokenLang()) === "rtl" ? isolated(values) : values });
    },
    [i18n],
  );
}
