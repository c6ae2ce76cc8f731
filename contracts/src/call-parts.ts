import { parseUnits } from "@tidemark/money";
import { z } from "zod";
import { clientKeyText, idText, sourceSeq } from "./values.ts";

/** What nearly every call of a trader has in common. */
export const ofTrader = { owner: "core", needs: "session", carry: "bus", shape: "envelope", body: "json" } as const;

/** What every call about the signed-in user's own account at the platform has in common. */
export const ofUser = {
  owner: "platform",
  carry: "bus",
  shape: "envelope",
  answers: "own",
  body: "json",
  needs: "session",
} as const;

/** What every question to the platform has in common that anyone may ask. */
export const ofEveryone = {
  owner: "platform",
  needs: "nothing",
  carry: "bus",
  shape: "envelope",
  answers: "own",
  rate: "read",
} as const;

/** What every question of another service to the platform has in common; none is in the catalogue. */
export const ofService = {
  owner: "platform",
  needs: "nothing",
  carry: "bus",
  shape: "envelope",
  answers: "own",
} as const;

/** What every question about markets has in common: anyone may ask it. */
export const publicRead = { owner: "core", needs: "nothing", carry: "bus", shape: "envelope", rate: "read" } as const;

/** Whatever is asked, the corridor itself may say these. */
export const corridorRefusals = ["DUPLICATE_CLIENT_ID", "INTERNAL", "BUSY", "TOO_OLD", "UNKNOWN_RESULT"] as const;

/** The client's own key of a command that is no order. */
export const requestId = clientKeyText.optional();

export const productNumber = z.number().int().min(1).max(5);
export const doneAt = z.object({ ...sourceSeq });
export const doneOrder = z.object({ ...sourceSeq, orderId: idText });

export const page = {
  pageNum: z.number().int().min(1).default(1),
  pageSize: z.number().int().min(1).max(100).default(10),
};
/** A page of a history: behind `before`, which is the `next` of the page before it, or by its number within the rows that are counted. */
export const historyPage = {
  ...page,
  before: z
    .string()
    .regex(/^\d{1,18}(:\d{1,18}){1,2}$/)
    .optional(),
};
/** Where a page of rows that are called by uuid ended: the time of its last row and its id. Looser, the database would refuse it as no uuid. */
export const rowCursor = z.string().regex(/^\d{1,18}:[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/);
type Listed<T extends z.ZodType> = z.ZodObject<{
  source: typeof sourceSeq.source;
  seq: typeof sourceSeq.seq;
  list: z.ZodArray<T>;
  pageNum: z.ZodNumber;
  pageSize: z.ZodNumber;
  total: z.ZodNumber;
  isMore: z.ZodBoolean;
  next: z.ZodOptional<z.ZodString>;
}>;
/** A page of a history. Rows are counted up to 1,000: `isMore` says that there are more than `total`. The last page has no `next`. */
export const listOf = <T extends z.ZodType>(row: T): Listed<T> =>
  z.object({
    ...sourceSeq,
    list: z.array(row),
    pageNum: z.number().int(),
    pageSize: z.number().int(),
    total: z.number().int(),
    isMore: z.boolean(),
    next: z.string().optional(),
  });

/** Beyond what the journal's number holds is beyond every range: the engine's own check says so. */
export function unitsOf(text: string | undefined): number {
  const units = parseUnits(text ?? "0") ?? 0n;
  return units > BigInt(Number.MAX_SAFE_INTEGER) ? Number.MAX_SAFE_INTEGER : Number(units);
}

const moneyMost = 4_611_686_018_427_387_903n;

/** Money as the journal holds it; what no ledger could hold is sent as more than any ledger holds, and refused there. */
export function moneyUnitsOf(text: string): bigint {
  const units = parseUnits(text) ?? 0n;
  return units > moneyMost ? moneyMost : units;
}
