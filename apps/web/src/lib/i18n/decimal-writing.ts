import type { Lang } from "@tidemark/contracts";
import type { DecimalWriting } from "@tidemark/kit-ui";
import { useMemo } from "react";
import { m } from "./decimal-messages.ts";
import { decimalMarkOf } from "./languages.ts";
import { useTexts } from "./texts.ts";

const typedShownMax = 24;

/** How the numeric fields of the page read numbers, and what they say about the rest. */
export function useDecimalWriting(lang: Lang): DecimalWriting {
  const t = useTexts();
  return useMemo(
    () => ({
      mark: decimalMarkOf(lang),
      refusalText: ({ reason, typed }, decimals) =>
        reason === "decimals"
          ? decimals === 0
            ? t(m.wholeOnly)
            : t(m.decimals, { count: decimals })
          : t(m[reason], { typed: typed.length > typedShownMax ? `${typed.slice(0, typedShownMax)}…` : typed }),
    }),
    [lang, t],
  );
}
