import type { SignerRefusal } from "@tidemark/contracts";

/** A refusal is a value with the figures that caused it; it is answered and audited, and nothing is signed. */
export type Refused = { readonly ok: false; readonly reason: SignerRefusal; readonly detail: string };
export type Outcome<T> = { readonly ok: true; readonly value: T } | Refused;

export const accepted = <T>(value: T): Outcome<T> => ({ ok: true, value });
export const refused = (reason: SignerRefusal, detail = ""): Refused => ({ ok: false, reason, detail });
