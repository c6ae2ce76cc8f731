import { type PublishedReserve, reserveStatementText } from "@tidemark/contracts";
import { expect, test } from "vitest";
import { checkedReserves, coveredText } from "./checked-reserves.ts";

const address = "0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed";
const publication = {
  stateSeq: 9,
  at: Date.parse("2026-11-18T01:00:00Z"),
  assets: [
    {
      asset: "USDT",
      scale: 8,
      root: "0c".repeat(32),
      sum: "1000",
      leaves: 1,
      customers: "1000",
      system: [],
      custody: "1000",
      uncovered: "0",
    },
  ],
};
const place = { network: "ETHEREUM", block: 7, blockHash: `0x${"5f".repeat(32)}` };
const reserve: PublishedReserve = {
  ...place,
  role: "cold",
  address,
  balances: [{ asset: "USDT", units: "900" }],
  text: reserveStatementText({ ...place, stateSeq: 9, at: publication.at, address, roots: publication.assets }),
  signature: "",
};

test("[D.95] an address that has not signed is not counted as one that did, and one with a wrong signature counts for nothing", () => {
  const unsigned = checkedReserves(publication, [reserve, { ...reserve, role: "deposits", address: "", text: "" }]);
  expect([unsigned.state, unsigned.signed, unsigned.named]).toEqual(["none", 0, 1]);
  expect(unsigned.sums).toEqual([{ asset: "USDT", owed: 1000n, signed: 0n, unsigned: 1800n }]);
  const wrong = checkedReserves(publication, [{ ...reserve, signature: `0x${"11".repeat(64)}1b` }]);
  expect([wrong.state, wrong.checks[0]!.problem]).toEqual(["wrong", "signer_differs"]);
  expect(wrong.sums[0]).toMatchObject({ signed: 0n, unsigned: 0n });
});

test("coverage is cut off and never rounded up to whole", () => {
  const sum = { asset: "USDT", unsigned: 0n };
  expect(coveredText({ ...sum, owed: 10_000n, signed: 9_999n })).toBe("99.9%");
  expect(coveredText({ ...sum, owed: 1_000n, signed: 1_048n })).toBe("104.8%");
  expect(coveredText({ ...sum, owed: 0n, signed: 5n })).toBeUndefined();
});
