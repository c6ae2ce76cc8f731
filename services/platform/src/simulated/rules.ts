import type { BalanceRow } from "@tidemark/contracts";
import { parseUnits, printUnits } from "@tidemark/money";

/** An asset and an amount in 1e-8. */
export type Fund = { readonly asset: string; readonly units: bigint };

/** Reads `USDT=100000,BTC=1`: what a refill brings every user up to. */
export function targetOf(text: string): readonly Fund[] {
  return text.split(",").map((part) => {
    const [asset = "", amount = ""] = part.split("=");
    const units = parseUnits(amount);
    if (!/^[A-Z0-9]{1,12}$/.test(asset) || units === undefined || units <= 0n)
      throw new Error(`SIMULATED_FUNDS: ${part} is not asset=amount`);
    return { asset, units };
  });
}

/** Buckets whose money is the user's own: not lent, not a bonus. */
const own: ReadonlySet<string> = new Set<BalanceRow["bucket"]>(["avail", "hold", "earn", "cash", "iso", "iso_short"]);

/** Balances are the only amounts with a sign. */
const signedUnits = (text: string): bigint => (text.startsWith("-") ? -parseUnits(text.slice(1))! : parseUnits(text)!);

/** What all accounts together have less than the target. Unrealised PnL is no money yet and does not count. */
export function missingOf(target: readonly Fund[], rows: readonly BalanceRow[]): readonly Fund[] {
  return target.flatMap(({ asset, units }) => {
    const held = rows
      .filter((row) => row.asset === asset && own.has(row.bucket))
      .reduce((sum, { amount }) => sum + signedUnits(amount), 0n);
    return held < units ? [{ asset, units: units - held }] : [];
  });
}

/** When the next refill is possible; 0: at once. */
export const nextAtOf = (lastAt: number, everyMs: number, now: number): number =>
  lastAt > 0 && lastAt + everyMs > now ? lastAt + everyMs : 0;

export const printed = (funds: readonly Fund[]): { asset: string; amount: string }[] =>
  funds.map(({ asset, units }) => ({ asset, amount: printUnits(units) }));
