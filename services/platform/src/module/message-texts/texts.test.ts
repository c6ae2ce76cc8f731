import { langs, type MessageKind, messageKinds } from "@tidemark/contracts";
import { expect, test } from "vitest";
import { messageTextsIn, messageWords } from "./texts.ts";

const kinds = Object.keys(messageKinds) as MessageKind[];
const namesIn = (text: string): string[] => [...text.matchAll(/\{(\w+)\}/g)].map(([, name]) => name!);

test.each(langs)("in %s every kind of message names only its own values, and the same ones as English", (lang) => {
  for (const kind of kinds) {
    const own = messageTextsIn[lang][kind].flatMap(namesIn).toSorted();
    const known: readonly string[] = messageKinds[kind].facts;
    expect([kind, own.filter((name) => !known.includes(name))]).toEqual([kind, []]);
    expect([kind, own]).toEqual([kind, messageTextsIn.en_US[kind].flatMap(namesIn).toSorted()]);
  }
});

test("numbers are grouped, names stay as they are, and a missing value is a dash", () => {
  expect(messageWords("deposit-credited", { amount: "1500.25", asset: "USDT" }, "en_US").title).toBe(
    "Deposit credited: 1,500.25 USDT",
  );
  expect(messageWords("trigger-filled", { symbol: "BTC/USDT", qty: "1" }, "de_DE").text).toBe("1 zu –.");
});
