import { z } from "zod";

/** Shapes of a node's answers. A node, and who stands between, may send anything. */
const hash = z.string().regex(/^[0-9a-f]{64}$/);
const heightMax = 2 ** 31 - 1;
const height = z.int().min(0).max(heightMax);

export const hashAnswer = hash;
export const heightAnswer = height;

const noParent = "0".repeat(64);

/** Block 0 has no parent. */
export const headAnswer = z
  .object({ hash, height, previousblockhash: hash.nullish() })
  .transform(({ hash: own, height: at, previousblockhash }) => ({
    height: at,
    hash: own,
    parent: previousblockhash ?? noParent,
  }));

/** A block has at most four million bytes. */
const blockDigitsMax = 8_000_000;

/** The bytes of a block in hex. What is no hex ends the bytes early, and the lengths differ. */
export const rawBlockAnswer = z
  .string()
  .max(blockDigitsMax)
  .transform((hex) => ({ digits: hex.length, bytes: new Uint8Array(Buffer.from(hex, "hex")) }))
  .refine(({ digits, bytes }) => digits === bytes.length * 2, "not hex")
  .transform(({ bytes }) => bytes);

export const anyAnswer = z.unknown();

/** Whole coins for a thousand bytes, by one of two names; a node that has seen too little says none, or less than nothing. */
export const feeRateAnswer = z
  .object({ feerate: z.number().optional(), fee: z.number().optional() })
  .transform(({ feerate, fee }) => feerate ?? fee);

export const envelope = z.object({
  result: z.unknown(),
  error: z.object({ code: z.int(), message: z.string() }).nullish(),
  id: z.int(),
});
