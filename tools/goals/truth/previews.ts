import type { Client } from "@tidemark/kit-client";
import { type Difference } from "./compare.ts";
import { type Random, symbol } from "./play.ts";

type Checked = { figures: number; differences: Difference[] };

const equal = (what: string, told: string, done: string): Difference[] =>
  Number(told) === Number(done) ? [] : [{ what, screen: told, engine: done }];

/**
 * Whether nothing happened between a preview and the act: an index that moved, a trigger of another trader or a follower that was behind when it
 * was asked make another state, of which the preview says nothing.
 */
const isNext = (told: { readonly seq: number }, done: { readonly seq: number }): boolean => done.seq === told.seq + 1;

/** What the dialogs ask before a flash close, a reverse and another leverage, against what the act then does. */
export async function checkPreviews(alice: Client, random: Random): Promise<Checked> {
  const held = await alice.call("positions", {});
  const position = held.ok ? held.value.rows.find((row) => row.symbol === symbol) : undefined;
  if (position === undefined || position.posSide === "NONE") return { figures: 0, differences: [] };
  const { posSide } = position;
  return random() < 0.5 ? checkReverse(alice, posSide) : checkFlashClose(alice, posSide);
}

async function after(alice: Client, posSide: string): Promise<{ qty: string; entry: string; liquidation: string }> {
  const held = await alice.call("positions", {});
  if (!held.ok) throw new Error(held.message);
  const row = held.value.rows.find((one) => one.symbol === symbol && one.posSide === posSide);
  return {
    qty: row?.qty ?? "0",
    entry: row?.entryPrice ?? "",
    liquidation: row?.figures.liquidationPrice ?? "",
  };
}

async function checkReverse(alice: Client, posSide: "LONG" | "SHORT"): Promise<Checked> {
  const told = await alice.call("previewReverse", { symbol, posSide });
  if (!told.ok || told.value.position === undefined) return { figures: 0, differences: [] };
  const done = await alice.call("reversePosition", { symbol, posSide });
  if (!done.ok || !isNext(told.value, done.value)) return { figures: 0, differences: [] };
  const now = await after(alice, posSide === "LONG" ? "SHORT" : "LONG");
  const { qty, entryPrice, liquidationPrice } = told.value.position;
  return {
    figures: 3,
    differences: [
      ...equal("reverse size", qty, now.qty),
      ...equal("reverse entry", entryPrice, now.entry),
      ...equal("reverse liquidation", liquidationPrice, now.liquidation),
    ],
  };
}

async function checkFlashClose(alice: Client, posSide: "LONG" | "SHORT"): Promise<Checked> {
  const told = await alice.call("previewFlashClose", { symbol, posSide });
  if (!told.ok) return { figures: 0, differences: [] };
  const before = await after(alice, posSide);
  const done = await alice.call("flashClose", { symbol, posSide });
  if (!done.ok || !isNext(told.value, done.value)) return { figures: 0, differences: [] };
  const now = await after(alice, posSide);
  const { filledQty, position } = told.value;
  return {
    figures: 2,
    differences: [
      ...equal("flash close filled", filledQty, String(Math.round((Number(before.qty) - Number(now.qty)) * 1e4) / 1e4)),
      ...equal("flash close left", position?.qty ?? before.qty, now.qty),
    ],
  };
}
