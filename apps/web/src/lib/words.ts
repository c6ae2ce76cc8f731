import type { MessageDescriptor } from "@lingui/core";
import { useLingui } from "@lingui/react";
import { useCallback } from "react";

export type Say = (message: MessageDescriptor, values?: Record<string, string | number>) => string;

/** The words of a message in the reader's language. Numbers are handed over as finished text. */
export function useWords(): Say {
  const { i18n } = useLingui();
  return useCallback((message, values) => i18n._(values === undefined ? message : { ...message, values }), [i18n]);
}
