import type { MessageDescriptor } from "@lingui/core";
import type { ReactNode } from "react";
import type { Say } from "../../lib/words.ts";

/** Stands in a sentence for what is no text. */
const gap = "\uFFFC";

/** A sentence in which one value is drawn and not only written: a figure in bold, or its skeleton. */
export function saidWith(
  t: Say,
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
