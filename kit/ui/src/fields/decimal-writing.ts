import { createContext } from "react";
import type { DecimalMark, DecimalRefusal } from "./decimal-reading.ts";

/** How numbers are written in the page's language, and the sentences about those that are not taken. */
export type DecimalWriting = {
  readonly mark: DecimalMark;
  readonly refusalText: (refusal: { reason: DecimalRefusal; typed: string }, decimals: number) => string;
};

/** Without a provider a refused text is shown as it was typed: something has to be seen. */
export const DecimalWritingContext = createContext<DecimalWriting>({ mark: ".", refusalText: ({ typed }) => typed });
