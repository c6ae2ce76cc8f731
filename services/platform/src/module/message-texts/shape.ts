import type { MessageKind } from "@tidemark/contracts";

/** Title and one sentence of every kind; `{name}` is a value of the kind. */
export type MessageTexts = Readonly<Record<MessageKind, readonly [title: string, text: string]>>;
