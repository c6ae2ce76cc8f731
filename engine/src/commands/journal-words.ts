import type { ClientKey, funds as fundsOfContracts } from "@tidemark/contracts/codec";

/** The journal's word for a price or size that stays; 0 is a size, and cancels what is left. */
export const unchanged = Number.MAX_SAFE_INTEGER;

/** Orders that the engine makes by itself carry no key of a client. */
export const noKey: ClientKey = { form: 0, w0: 0, w1: 0, w2: 0, w3: 0, text: "" };

/** Where house money goes; the compiler holds the numbers against the contracts. */
export const funds = { insurance: 0, lending: 1, earn: 2 } as const satisfies typeof fundsOfContracts;
