import type { MessageDescriptor } from "@lingui/core";
import type { ReactNode } from "react";
import type { Translate } from "../../lib/i18n/texts.ts";

/** Placeholder in a sentence for an element. */
const gap = "\uFFFC";

/** A sentence in which one value is drawn and not only written: a figure in bold, or its skeleton. */
export function textWith(
  t: Translate,
  message: MessageDescriptor,
  name: string,
  drawn: ReactNode,
  values: Readonly<Record<string, string>> = {},
): ReactNode {
  const [before, after = ""] = t(message, { ...values, [name]: gap }).split(gap);
  return (
    <>
      {before}
      {drawn}
      {after}
    </>
  );
}
