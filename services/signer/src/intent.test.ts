import { readWithdrawalIntent, withdrawalIntentText } from "@tidemark/contracts";
import { expect, test } from "vitest";
import { intentOf, tokenContract } from "../testing/fixture.ts";
import { readIntent } from "./intent.ts";

const intents = [
  intentOf(),
  intentOf({ tokenContract }),
  intentOf({ memo: "12", amount: 2n ** 256n - 1n, feeCap: 0n }),
];

test("the signer reads what the exchange writes", () => {
  for (const intent of intents) expect(readIntent(withdrawalIntentText(intent))).toEqual(intent);
});

test("the signer's reader and the exchange's agree on every text that differs in one place", () => {
  const puts = ["", " ", "\n", "\r\n", "0", "1", "-", "a", "é"];
  for (const intent of intents) {
    const text = withdrawalIntentText(intent);
    for (let at = 0; at <= text.length; at += 1)
      for (const put of puts)
        for (const cut of [0, 1]) {
          const changed = text.slice(0, at) + put + text.slice(at + cut);
          expect([changed, readIntent(changed)]).toEqual([changed, readWithdrawalIntent(changed)]);
        }
  }
});
