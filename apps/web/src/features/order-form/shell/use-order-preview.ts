import type { AnswerOf, AskOf } from "@tidemark/kit-client";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { answerOf, RefusedError } from "../../../lib/client/answer.ts";

/** Not every digit is asked about. */
const settleMs = 250;
/** The book and the mark move on while the form stays. */
const askEveryMs = 5_000;

export type OrderPreview = {
  readonly data: AnswerOf<"previewOrder"> | undefined;
  /** The numbers belong to the order before the last change. */
  readonly isOld: boolean;
  /** Why the engine would refuse the order. */
  readonly refusal: string | undefined;
  /** The name of the refusal. */
  readonly refusalName: string | undefined;
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

type Previewed =
  | { readonly data: AnswerOf<"previewOrder">; readonly refused: undefined }
  | { readonly data: undefined; readonly refused: RefusedError };

/** A refusal is an answer too: as an error it would vanish for the moment of every repeated question. */
async function previewOf(ask: AskOf<"previewOrder">, signal: AbortSignal): Promise<Previewed> {
  try {
    return { data: await answerOf("previewOrder", ask, signal), refused: undefined };
  } catch (error) {
    if (error instanceof RefusedError && error.problem.code !== 0) return { data: undefined, refused: error };
    throw error;
  }
}

/** What the engine would do with the order: asked a moment after it was changed, and again as the market moves. */
export function useOrderPreview(ask: AskOf<"previewOrder"> | undefined): OrderPreview {
  const current = ask === undefined ? "" : JSON.stringify(ask);
  const settled = useSettled(current);
  const { data, error, isPlaceholderData } = useQuery({
    queryKey: ["own", "order-preview", settled],
    queryFn: ({ signal }) => previewOf(JSON.parse(settled) as AskOf<"previewOrder">, signal),
    enabled: settled !== "",
    placeholderData: keepPreviousData,
    refetchInterval: askEveryMs,
    retry: false,
    meta: { isQuiet: true },
  });
  if (ask === undefined) return { data: undefined, isOld: false, refusal: undefined, refusalName: undefined };
  const isOld = current !== settled || isPlaceholderData;
  const failure = isOld ? undefined : (error ?? data?.refused);
  return {
    data: failure === undefined ? data?.data : undefined,
    isOld,
    refusal: failure?.message,
    refusalName: failure instanceof RefusedError ? failure.problem.refusal : undefined,
  };
}
