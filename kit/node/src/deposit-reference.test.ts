import { expect, test } from "vitest";
import { depositReference, depositTransaction } from "./deposit-reference.ts";

const hash = "5c8f510d474e9860163ac10e700cbd0cb43564b942ef8aa4f30a9660fd1a0a2b";

test("the reference of a deposit holds its transaction, written as its network writes it, in at most 72 characters", () => {
  const evm = depositReference("ETHEREUM", `0x${hash}`, 4_294_967_295);
  const bitcoin = depositReference("BITCOIN_REGTEST", hash, 0);
  expect([depositTransaction(evm), depositTransaction(bitcoin)]).toEqual([
    `ETHEREUM:0x${hash}`,
    `BITCOIN_REGTEST:${hash}`,
  ]);
  expect(Math.max(evm.length, bitcoin.length)).toBeLessThanOrEqual(72);
});

test("a reference of no chain names no transaction", () => {
  const others = ["", "seed USDT 7", "tx-7-100", `NOWHERE:${"A".repeat(43)}:0`, `ETHEREUM:${"A".repeat(42)}:0`];
  expect(others.map(depositTransaction)).toEqual(others.map(() => undefined));
});
