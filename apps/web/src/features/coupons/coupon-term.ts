import type { m } from "./coupon-messages.ts";

/** A sentence of a coupon's terms, with the figures in it. */
export type Term = readonly [text: keyof typeof m, values?: Readonly<Record<string, string>>];
