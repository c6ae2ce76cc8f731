import type { SourceSeq } from "@tidemark/contracts";

/** One delta of a stream as it travels. `prev` is the number that the stream had reached before it, in the numbering of `source`. */
export type Delta = {
  readonly source: string;
  readonly prev: number;
  readonly seq: number;
  readonly rows: readonly Readonly<Record<string, unknown>>[];
};
export type Stream = { readonly topic: string; readonly symbol?: string; readonly part?: string };

export type StreamEvent =
  /** The server relays from here on; `at` is what it had reached. */
  | { readonly kind: "subscribed"; readonly at: SourceSeq }
  | { readonly kind: "delta"; readonly delta: Delta }
  | { readonly kind: "resync"; readonly at: SourceSeq }
  /** Another connection has taken over, which began at `at`; what the old one had not delivered yet is lost. */
  | { readonly kind: "continued"; readonly at: SourceSeq }
  | { readonly kind: "refused"; readonly code: number }
  /** The connection is lost: what is shown may be old. */
  | { readonly kind: "lost" };

/** What the server sends. */
export type Message = Partial<Delta> & {
  op?: string;
  topic?: string;
  symbol?: string;
  part?: string;
  resync?: boolean;
  code?: number;
};

export function readMessage(text: string): Message | undefined {
  try {
    const message: unknown = JSON.parse(text);
    return typeof message === "object" && message !== null ? message : undefined;
  } catch {
    return undefined;
  }
}

export const positionOf = ({ source = "", seq = 0 }: Message): SourceSeq => ({ source, seq });

export function streamEventOf(message: Message): StreamEvent | undefined {
  const at = positionOf(message);
  if (message.resync === true) return { kind: "resync", at };
  if (message.op === "subscribed") return { kind: "subscribed", at };
  if (message.op === "refused") return { kind: "refused", code: message.code ?? 0 };
  if (message.rows === undefined || message.prev === undefined) return undefined;
  return { kind: "delta", delta: { ...at, prev: message.prev, rows: message.rows } };
}

/** Of the stream that a message belongs to. */
export const keyOf = ({ topic = "", symbol = "", part = "" }: Partial<Stream>): string => `${topic} ${symbol} ${part}`;
