import { buckets, entryCauses } from "@tidemark/contracts";
import { accountKeyOf } from "@tidemark/contracts/codec";
import type { CommandClass, PriorTransfers, PriorTransfersAsk } from "@tidemark/contracts/journal";
import type pg from "pg";
import { type Answer, answered, refused } from "../questions/refuse.ts";

/** The cause is written out: the index of transfers has it in its condition. */
const transfersText = `
  select coalesce(sum(delta) filter (where at >= $3), 0)::text as net, coalesce(bool_or(delta > 0), false) as "hadIn"
  from history.ledger_lines where uid = $1 and account = $2 and at < $4 and cause = ${entryCauses.indexOf("TRANSFER")}`;

/** What a user moved into the cash of an account, less what was moved out of it, from the ledger's lines. */
export async function priorTransfers(
  { pool }: { readonly pool: pg.Pool },
  by: CommandClass,
  asked: unknown,
): Promise<Answer> {
  if (by !== "platform") return refused("REQUEST_INVALID", { problem: "prior transfers are for the platform" });
  const { uid, product, asset, from, to } = (asked ?? {}) as PriorTransfersAsk;
  if (![uid, product, asset, from, to].every((one) => Number.isSafeInteger(one)))
    return refused("REQUEST_INVALID", { problem: "the ask does not fit" });
  const account = accountKeyOf({ product, sub: 0, asset, bucket: buckets.indexOf("cash") });
  const { rows } = await pool.query<PriorTransfers>(transfersText, [uid, account, from, to]);
  return answered(rows[0]! satisfies PriorTransfers);
}
