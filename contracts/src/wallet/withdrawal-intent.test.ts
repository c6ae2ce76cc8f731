import { createPrivateKey, sign } from "node:crypto";
import { expect, test } from "vitest";
import {
  approvedWithdrawal,
  readWithdrawalIntent,
  type WithdrawalIntent,
  withdrawalIntentBytes,
  withdrawalIntentText,
} from "./withdrawal-intent.ts";

const intent: WithdrawalIntent = {
  id: "0199aa00-1111-7222-8333-444455556666",
  asset: "USDT",
  network: "ETHEREUM",
  tokenContract: "0xdAC17F958D2ee523a2206206994597C13D831ec7",
  address: "0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed",
  memo: "",
  amount: 1_500_000n,
  feeCap: 3_000_000_000_000_000n,
  expiresAt: 1_795_000_000_000,
};

const fixedText = `Tidemark withdrawal intent 1
id: 0199aa00-1111-7222-8333-444455556666
asset: USDT
network: ETHEREUM
token: 0xdAC17F958D2ee523a2206206994597C13D831ec7
address: 0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed
memo: 
amount: 1500000
fee cap: 3000000000000000
expires: 1795000000000
`;

test("an intent has one text, and its bytes never change: stored signatures depend on them", () => {
  expect(withdrawalIntentText(intent)).toBe(fixedText);
  expect(Buffer.from(withdrawalIntentBytes(intent)).toString("hex")).toBe(
    "546964656d61726b207769746864726177616c20696e74656e7420310a69643a2030313939616130302d313131312d373232322d383333332d3434343435353535363636360a61737365743a20555344540a6e6574776f726b3a20455448455245554d0a746f6b656e3a203078644143313746393538443265653532336132323036323036393934353937433133443833316563370a616464726573733a203078356141656236303533463345393443396239413039663333363639343335453745663142654165640a6d656d6f3a200a616d6f756e743a20313530303030300a666565206361703a20333030303030303030303030303030300a657870697265733a20313739353030303030303030300a",
  );
});

test("a signature over the fixed bytes under a fixed key is this one", () => {
  const head = Buffer.from("302e020100300506032b657004220420", "hex");
  const key = createPrivateKey({ key: Buffer.concat([head, Buffer.alloc(32, 7)]), format: "der", type: "pkcs8" });
  const signature = sign(null, withdrawalIntentBytes(intent), key).toString("hex");
  expect(signature).toBe(
    "3872964b051be4192c0cd9f3280665538e04bfeca907e9410f0aa61275ebdf64f9680426413c5eb156a3326faa147983c3fe274c037139d2748d01cc4325b600",
  );
  const approvals = [{ approver: "platform", signature }];
  expect(approvedWithdrawal.parse({ intent: fixedText, approvals }).approvals).toEqual(approvals);
});

test("what is written is read, the native coin and a memo included", () => {
  expect(readWithdrawalIntent(fixedText)).toEqual(intent);
  const native = { ...intent, tokenContract: null, memo: "12345", feeCap: 0n, amount: 2n ** 256n - 1n };
  expect(readWithdrawalIntent(withdrawalIntentText(native))).toEqual(native);
});

test("a text that differs in one byte is another intent or none: nothing else is read as this one", () => {
  for (let at = 0; at < fixedText.length; at += 1)
    for (const put of ["", " ", "0", "\n", "a", `${fixedText[at]}${fixedText[at]}`]) {
      const text = fixedText.slice(0, at) + put + fixedText.slice(at + 1);
      if (text === fixedText) continue;
      const read = readWithdrawalIntent(text);
      if (read !== undefined) expect(withdrawalIntentText(read)).toBe(text);
      expect(read).not.toEqual(intent);
    }
});

test("fields that would make a second line, a second writing or no payment are not written", () => {
  const wrong: Partial<WithdrawalIntent>[] = [
    { id: "0199AA00-1111-7222-8333-444455556666" },
    { asset: "USDT\namount: 1" },
    { network: "eth" },
    { tokenContract: "native" },
    { tokenContract: "" },
    { address: "0x12 34" },
    { memo: "a\nb" },
    { amount: 0n },
    { amount: -1n },
    { amount: 2n ** 256n },
    { feeCap: -1n },
    { expiresAt: 1.5 },
    { expiresAt: 1e21 },
  ];
  for (const part of wrong) expect(() => withdrawalIntentText({ ...intent, ...part })).toThrow(RangeError);
});
