import type { AnswerOf, AskOf } from "@tidemark/kit-client";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import { answerOf, RefusedError } from "./answer.ts";

/** Not every digit is asked about, but what changes all the time is asked about as well. */
const settleMs = 250;
const settleMaxMs = 1_000;
/** The book and the mark move on while the form stays. */
const askEveryMs = 5_000;

type PreviewCall =
  | "previewOrder"
  | "previewFlashClose"
  | "previewLeverage"
  | "previewMargin"
  | "previewReverse"
  | "previewTransfer"
  | "previewVoucher"
  | "bonusAlarm";

export type Preview<N extends PreviewCall> = {
  readonly data: AnswerOf<N> | undefined;
  /** The numbers belong to what was asked before the last change. */
  readonly isOld: boolean;
  /** Why there is no preview: the engine's refusal of the act, or a question that failed. */
  readonly refusal: string | undefined;
  /** The name of the refusal. */
  readonly refusalName: string | undefined;
  /** The engine would refuse the act as things stand. A question that failed says nothing about the act. */
  readonly isRefused: boolean;
};

/** Refusals of the question, not of the act. */
const ofQuestion: readonly string[] = ["PREVIEW_TOO_LARGE", "BUSY", "TOO_MANY_REQUESTS"];

/** The value once it has not changed for a while. */
function useSettled(text: string): string {
  const [settled, setSettled] = useState(text);
  const changedAt = useRef<number | undefined>(undefined);
  useEffect(() => {
    changedAt.current ??= performance.now();
    const left = changedAt.current + settleMaxMs - performance.now();
    const timer = setTimeout(
      () => {
        changedAt.current = undefined;
        setSettled(text);
      },
      Math.max(0, Math.min(settleMs, left)),
    );
    return () => clearTimeout(timer);
  }, [text]);
  return settled;
}

type Previewed<N extends PreviewCall> =
  | { readonly data: AnswerOf<N>; readonly refused: undefined }
  | { readonly data: undefined; readonly refused: RefusedError };

/** A refusal is an answer too: as an error it would vanish for the moment of every repeated question. */
async function previewOf<N extends PreviewCall>(name: N, ask: AskOf<N>, signal: AbortSignal): Promise<Previewed<N>> {
  try {
    return { data: await answerOf(name, ask, signal), refused: undefined };
  } catch (error) {
    if (error instanceof RefusedError && error.problem.code !== 0) return { data: undefined, refused: error };
    throw error;
  }
}

/** What the engine would do: asked a moment after the ask was changed, and again as the market moves. Undefined asks nothing. */
export function usePreview<N extends PreviewCall>(name: N, ask: AskOf<N> | undefined): Preview<N> {
  const current = ask === undefined ? "" : JSON.stringify(ask);
  const settled = useSettled(current);
  const { data, error, isPlaceholderData } = useQuery<Previewed<N>>({
    queryKey: ["own", "preview", name, settled],
    queryFn: ({ signal }) => previewOf(name, JSON.parse(settled) as AskOf<N>, signal),
    enabled: settled !== "",
    placeholderData: keepPreviousData,
    refetchInterval: askEveryMs,
    retry: false,
    meta: { isQuiet: true },
  });
  if (ask === undefined)
    return { data: undefined, isOld: false, refusal: undefined, refusalName: undefined, isRefused: false };
  const isOld = current !== settled || isPlaceholderData;
  const failure = isOld ? undefined : (error ?? data?.refused);
  const refusalName = failure instanceof RefusedError ? failure.problem.refusal : undefined;
  return {
    data: failure === undefined ? data?.data : undefined,
    isOld,
    refusal: failure?.message,
    refusalName,
    isRefused: refusalName !== undefined && !ofQuestion.includes(refusalName),
  };
}
