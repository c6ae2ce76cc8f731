import { expect, test } from "vitest";
import { repeat, startBotLoops } from "./bot-loops.ts";

test("a step that throws is written down and tried again after a pause, until the bots are stopped", async () => {
  const [notes, rests]: [string[], number[]] = [[], []];
  let steps = 0;
  await repeat(
    "the maker of BTC/USDT",
    async () => {
      if ((steps += 1) < 3) throw new Error("no answer");
    },
    { isRunning: () => steps < 4, rest: async (ms) => void rests.push(ms), note: (line) => void notes.push(line) },
  );
  expect(steps).toBe(4);
  expect(notes).toEqual(Array(2).fill("bots: the maker of BTC/USDT failed: no answer\n"));
  expect(rests).toEqual([5_000, 5_000]);
});

test("a pace that is not above 0 is refused before anything is asked", async () => {
  const accounts = { maker: () => "bot1", taker: () => "bot2" };
  for (const pace of [0, -1, Number.NaN])
    await expect(startBotLoops({ url: "http://127.0.0.1:1", accounts, pace })).rejects.toThrow("must be above 0");
});
