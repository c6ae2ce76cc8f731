import {
  checkReserve,
  heldSums,
  type PublishedReserve,
  recoverAddress,
  readReserveStatement,
  type ReservesFile,
  reserveStatementText,
} from "@tidemark/contracts";
import { hashMessage, recoverMessageAddress } from "viem";
import { generatePrivateKey, privateKeyToAccount } from "viem/accounts";
import { afterEach, beforeEach, expect, test } from "vitest";
import { coldAddress, type Fixture, hotAddress, lineOf, openFixture } from "../testing/fixture.ts";
import { statementFor } from "./reserve-statement.ts";

let fixture: Fixture;
beforeEach(() => {
  fixture = openFixture();
});
afterEach(() => fixture.end());

const roots = [
  { asset: "ETH", root: "ab".repeat(32) },
  { asset: "USDT", root: "0c".repeat(32) },
];
const statement = {
  at: Date.parse("2026-11-18T01:00:00Z"),
  stateSeq: 88_214_502,
  network: "ETHEREUM",
  address: hotAddress,
  block: 21_184_801,
  blockHash: `0x${"5f".repeat(32)}`,
  roots,
};
const text = reserveStatementText(statement);
const ask = (asked: object) => fixture.signer.answer(lineOf({ kind: "sign_reserves", text, ...asked }));

async function signed(): Promise<string> {
  const answer = await ask({});
  if (!answer.ok || !("statementSignature" in answer)) throw new Error(JSON.stringify(answer));
  return answer.statementSignature;
}

test("[D.95] the hot address signs a statement of reserves, and the check without libraries finds the same signer as viem", async () => {
  const signature = await signed();
  expect(await recoverMessageAddress({ message: text, signature: signature as `0x${string}` })).toBe(hotAddress);
  expect(recoverAddress(text, signature)).toBe(hotAddress.toLowerCase());
  expect(Buffer.from(statementFor(text)!.digest).toString("hex")).toBe(hashMessage(text).slice(2));
  expect(readReserveStatement(text)).toEqual(statement);
});

test("[D.95] no other text is signed, no transaction, and none of another address or network", async () => {
  const refusals: [object, string][] = [
    [{ text: "Sign in to example.com" }, "statement_malformed"],
    [{ text: `${text}\n` }, "statement_malformed"],
    [{ text: text.replace("exchange: Tidemark", "exchange: Another") }, "statement_malformed"],
    [{ text: text.replace("sequence: ", "sequence: 0") }, "statement_malformed"],
    [{ text: `0x02${"00".repeat(40)}` }, "statement_malformed"],
    [{ text: text.slice(0, text.indexOf("root:")) }, "statement_malformed"],
    [{ text: text.replace("network: ETHEREUM", "network: OTHER") }, "network_differs"],
    [{ network: "OTHER" }, "network_unknown"],
    [{ text: text.replace(hotAddress, coldAddress) }, "address_differs"],
    [{ text: 5 }, "request_malformed"],
    [{ transaction: "0x02" }, "request_malformed"],
  ];
  for (const [asked, reason] of refusals) expect(await ask(asked)).toMatchObject({ ok: false, reason });
  const lineBreaks = text.replaceAll("\n", "\r\n");
  expect(await ask({ text: lineBreaks })).toMatchObject({ ok: false, reason: "statement_malformed" });
  // What it signs is in the audit before it is signed, and takes no nonce.
  const before = fixture.store.position().seq;
  await signed();
  expect(fixture.store.position().seq).toBe(before + 1);
  expect(fixture.store.nonceNext("ETHEREUM", hotAddress, 0n)).toBe(0n);
});

test("the reader of the signer and that of everybody else take the same texts", () => {
  for (let at = 0; at < text.length; at += 1)
    for (const letter of ["", "0", "x", "\n", " ", "é"]) {
      const changed = text.slice(0, at) + letter + text.slice(at + 1);
      const theirs = readReserveStatement(changed);
      // Dates that are none, roots out of order and addresses of other chains are read by one of them only; none of these is accepted in the end.
      if (theirs !== undefined && /^0x[0-9A-Fa-f]{40}$/.test(theirs.address))
        expect(statementFor(changed)).toBeDefined();
    }
});

const file = (part: Partial<PublishedReserve>): ReservesFile => ({
  stateSeq: statement.stateSeq,
  at: statement.at,
  assets: roots.map((one) => ({ ...one, sum: "1000" })),
  reserves: [
    {
      network: "ETHEREUM",
      role: "hot",
      address: hotAddress,
      block: statement.block,
      blockHash: statement.blockHash,
      balances: [{ asset: "USDT", units: "700" }],
      text,
      signature: "",
      ...part,
    },
    {
      network: "ETHEREUM",
      role: "deposits",
      address: "",
      block: statement.block,
      blockHash: statement.blockHash,
      balances: [{ asset: "USDT", units: "400" }],
      text: "",
      signature: "",
    },
  ],
});
const checked = (part: Partial<PublishedReserve>) => {
  const all = file(part);
  return checkReserve(all, all.reserves[0]!);
};

test("[D.95] a reserve counts as signed only with all roots of the publication, its own block and its own address", async () => {
  const signature = await signed();
  expect(checked({ signature })).toEqual({ state: "signed" });
  expect(checked({})).toEqual({ state: "unsigned" });
  const wrong = (part: Partial<PublishedReserve>) => checked({ signature, ...part }).problem;
  expect(wrong({ text: `${text} ` })).toBe("text_malformed");
  expect(wrong({ block: statement.block + 1 })).toBe("text_differs");
  expect(wrong({ address: coldAddress })).toBe("text_differs");
  expect(wrong({ address: coldAddress, text: text.replace(hotAddress, coldAddress) })).toBe("signer_differs");
  expect(wrong({ signature: `${signature.slice(0, -2)}${signature.endsWith("1b") ? "1c" : "1b"}` })).toBe(
    "signer_differs",
  );
  expect(wrong({ signature: "0x00" })).toBe("signer_differs");
  const one = { ...statement, roots: roots.slice(1) };
  expect(wrong({ text: reserveStatementText(one) })).toBe("roots_differ");
  const other = { ...statement, roots: [roots[0]!, { asset: "USDT", root: "0d".repeat(32) }] };
  expect(wrong({ text: reserveStatementText(other) })).toBe("roots_differ");

  const good = file({ signature });
  const sums = heldSums(
    good,
    good.reserves.map((reserve) => checkReserve(good, reserve)),
  );
  expect(sums.find(({ asset }) => asset === "USDT")).toEqual({
    asset: "USDT",
    owed: 1000n,
    signed: 700n,
    unsigned: 400n,
  });
  const bad = file({ signature: "0x00" });
  const none = heldSums(
    bad,
    bad.reserves.map((reserve) => checkReserve(bad, reserve)),
  );
  expect(none.find(({ asset }) => asset === "USDT")).toMatchObject({ signed: 0n, unsigned: 400n });
});

test("[D.95] over 12 random keys and texts of every length the recovered address is that of viem", async () => {
  for (let round = 0; round < 12; round += 1) {
    const account = privateKeyToAccount(generatePrivateKey());
    const message = "a".repeat(round * 53);
    const signature = await account.signMessage({ message });
    expect(recoverAddress(message, signature)).toBe(account.address.toLowerCase());
    expect(recoverAddress(`${message}b`, signature)).not.toBe(account.address.toLowerCase());
  }
  const high = `0x${"1".repeat(64)}${"f".repeat(64)}1b`;
  expect([recoverAddress("", high), recoverAddress("é", high)]).toEqual([undefined, undefined]);
});
