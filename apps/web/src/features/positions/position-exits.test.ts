import type { TriggerRow } from "@tidemark/contracts";
import { expect, test } from "vitest";
import { exitsOf } from "./position-exits.ts";

test("[R-6.7] the exits of a position are those of its whole size, not of a part or of the other side", () => {
  const row = { symbol: "BTCUSDT-PERP", posSide: "LONG", role: "TP", qty: "0.0000" } as TriggerRow;
  const position = { symbol: "BTCUSDT-PERP", posSide: "LONG" };
  expect(exitsOf([row], position)).toEqual({ TP: row, SL: undefined });
  const others = [
    { ...row, qty: "0.0100" },
    { ...row, posSide: "SHORT" },
    { ...row, role: "TRAILING" },
    { ...row, symbol: "ETHUSDT-PERP" },
  ] as TriggerRow[];
  expect(exitsOf(others, position)).toEqual({ TP: undefined, SL: undefined });
});
