import { productIds, systemAccounts } from "@tidemark/contracts";
import type { CommandClass, CustodyRow } from "@tidemark/contracts/journal";
import { assetsOf, balanceOf, type State } from "@tidemark/engine";
import { type Answer, answered, refused } from "./refuse.ts";

const firstSystem = 16;
const mirrors = (["deposits", "withdrawals"] as const).map((name) => firstSystem + systemAccounts.indexOf(name));
/** System accounts are nobody's. */
const nobody = 0;

/** Coins in custody = −s:deposits − s:withdrawals. */
export function custody(state: State, by: CommandClass | undefined): Answer {
  if (by !== "wallet") return refused("REQUEST_INVALID", { problem: "custody is for the wallet" });
  const rows = assetsOf(state).map(({ id }): CustodyRow => {
    const units = mirrors.reduce((sum, kind) => sum - balanceOf(state, nobody, productIds.wallet, id, kind), 0n);
    return { assetId: id, units: String(units) };
  });
  return answered({ rows });
}
