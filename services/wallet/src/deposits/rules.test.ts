import { assetNetworkOf, networks } from "@tidemark/contracts";
import { depositReference } from "@tidemark/kit-node";
import { expect, test } from "vitest";
import { confirmationsOf, depthsOf, firstBlockOf, valueOf } from "./rules.ts";

test("[D.21] block and confirmations: the block itself is the first, and a network with finality waits for it", () => {
  expect(confirmationsOf(100, 100)).toBe(1);
  expect(depthsOf(networks.LOCAL_EVM, 163, undefined)).toEqual({ shownTo: 161, finalTo: 100 });
  expect(depthsOf(networks.ETHEREUM, 163, 90)).toEqual({ shownTo: 152, finalTo: 90 });
  expect(depthsOf(networks.ETHEREUM, 163, 200).finalTo).toBe(163);
  expect(depthsOf(networks.ETHEREUM, 163, undefined).finalTo).toBe(-1);
});

test("reading begins behind a block that is final, not at the newest", () => {
  expect(firstBlockOf(networks.LOCAL_EVM, 163, undefined)).toBe(100);
  expect(firstBlockOf(networks.LOCAL_EVM, 5, undefined)).toBe(0);
  expect(firstBlockOf(networks.ETHEREUM, 163, 90)).toBe(90);
  expect(firstBlockOf(networks.ETHEREUM, 163, undefined)).toBeUndefined();
});

test("too much for a ledger, less than its events said and too little are not credited by themselves, in this order", () => {
  const terms = assetNetworkOf("USDT", "LOCAL_EVM")!;
  const reasonOf = (amount: bigint, isShort = false) => valueOf({ amount, isShort }, terms, 8).reason;
  expect([
    reasonOf(1_000_000n),
    reasonOf(999_999n),
    reasonOf(1_000_000n, true),
    reasonOf(2n ** 256n - 1n, true),
  ]).toEqual([undefined, "TOO_SMALL", "ARRIVED_LESS", "TOO_LARGE"]);
  expect(valueOf({ amount: 1n, isShort: false, isMined: true }, terms, 8).reason).toBe("MINED");
});

test("[R-3.10] a reference names network, transaction and transfer, and fits into the core's 72 characters", () => {
  const longest = Object.keys(networks).map((id) =>
    depositReference(id as keyof typeof networks, `0x${"f".repeat(64)}`, 99_999),
  );
  for (const reference of longest) expect(reference.length).toBeLessThanOrEqual(72);
  const [a, b] = [
    depositReference("ETHEREUM", `0x${"1".repeat(64)}`, 1),
    depositReference("BSC", `0x${"1".repeat(64)}`, 1),
  ];
  expect(a).not.toBe(b);
  // All 32 bytes count, with and without 0x before them.
  expect(depositReference("BITCOIN", `ab${"1".repeat(62)}`, 1)).not.toBe(
    depositReference("BITCOIN", `cd${"1".repeat(62)}`, 1),
  );
});
