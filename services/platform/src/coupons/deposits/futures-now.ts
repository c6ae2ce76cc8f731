import { calls, type MarginAccountNowRow, type PositionNowRow, productIds, success } from "@tidemark/contracts";
import type { CoreClient } from "@tidemark/kit-node";
import { parseUnits } from "@tidemark/money";

/** Cash and bonus of the USDT futures as the core has them now, what may be moved out, and behind which batch; undefined where it does not answer. */
export async function futuresNow(core: CoreClient, uid: number) {
  const reply = await core.ask("now", { call: calls.marginAccounts.name, uid, ask: {} });
  if (reply?.code !== success) return undefined;
  const row = (reply.data as { rows: readonly MarginAccountNowRow[] }).rows.find(
    (one) => one.product === productIds.futures_usdt,
  );
  // Cash may stand below zero; it then carries nothing.
  const { cash = "0", bonus = "0", figures } = row ?? {};
  const units = (text: string): bigint => parseUnits(text) ?? 0n;
  return { cash: units(cash), bonus: units(bonus), availOut: units(figures?.availOut ?? "0"), seq: reply.seq };
}

/** Whether any position of USDT contracts is open, a voucher's too; undefined where the core does not answer. */
export async function hasFuturesPositions(core: CoreClient, uid: number): Promise<boolean | undefined> {
  const reply = await core.ask("now", { call: calls.positions.name, uid, ask: {} });
  if (reply?.code !== success || reply.stale === true) return undefined;
  const { rows } = reply.data as { rows: readonly PositionNowRow[] };
  return rows.some(({ product }) => product === productIds.futures_usdt);
}
