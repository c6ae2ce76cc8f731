import type { AnswerOf, AskOf } from "@tidemark/kit-client";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { answerOf } from "./answer.ts";

/** Not every digit is asked about. */
const settleMs = 250;
/** The book and the mark move on while the form stays. */
const askEveryMs = 5_000;

type PreviewCall = "previewOrder" | "previewLeverage" | "previewMargin" | "previewReverse";

export type Preview<N extends PreviewCall> = {
  readonly data: AnswerOf<N> | undefined;
  /** The numbers belong to what was asked before the last change. */
  readonly isOld: boolean;
  /** Why the engine would refuse it. */
  readonly refusal: string | undefined;
};

/** The value once it has not changed for a while. */
function useSettled(text: string): string {
  const [settled, setSettled] = useState(text);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(text), settleMs);
    return () => clearTimeout(timer);
  }, [text]);
  return settled;
}

/** What the engine would do: asked a moment after the ask was changed, and again as the market moves. Undefined asks nothing. */
export function usePreview<N extends PreviewCall>(name: N, ask: AskOf<N> | undefined): Preview<N> {
  const current = ask === undefined ? "" : JSON.stringify(ask);
  const settled = useSettled(current);
  const { data, error, isPlaceholderData } = useQuery({
    queryKey: ["own", "preview", name, settled],
    queryFn: ({ signal }) => answerOf(name, JSON.parse(settled) as AskOf<N>, signal),
    enabled: settled !== "",
    placeholderData: keepPreviousData,
    refetchInterval: askEveryMs,
    retry: false,
    meta: { isQuiet: true },
  });
  if (ask === undefined) return { data: undefined, isOld: false, refusal: undefined };
  const isOld = current !== settled || isPlaceholderData;
  const refusal = error === null || isOld ? undefined : error.message;
  return { data: refusal === undefined ? (data as AnswerOf<N> | undefined) : undefined, isOld, refusal };
}
