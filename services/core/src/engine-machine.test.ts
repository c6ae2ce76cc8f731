import { type CommandDraft, decodeCommand, encodeCommand, keyOf, Writer } from "@tidemark/contracts/codec";
import type { Command } from "@tidemark/contracts/journal";
import { createState } from "@tidemark/engine";
import { parseUnits } from "@tidemark/money";
import { expect, test } from "vitest";
import { usdt } from "../sim/opening.ts";
import { linear, perpOpeningOf } from "../sim/perp-opening.ts";
import { EngineMachine, workPerSlice } from "./engine-machine.ts";

const operator = 1;
const wallet = 2;
const fundingIntervalMs = 28_800_000;
const margin = 4;
const fillOrKill = 2;
const notFillable = 21_015;
const units = (text: string): number => Number(parseUnits(text));

function decoded(draft: CommandDraft): Command {
  const out = new Writer();
  encodeCommand(draft, out);
  return decodeCommand(out.bytes, 0, out.length);
}

let at = 1_800_000_000_000;
let keys = 0;
const key = () => keyOf(`k-${(keys += 1)}`);

/** Applies a batch and says what each of its slices has worked. What has settled behind one of them must stand so at the end. */
function slicesOf(machine: EngineMachine, drafts: readonly CommandDraft[], settled: number[] = []): number[] {
  const { memory } = machine.state;
  const worked: number[] = [];
  const kept: Float64Array[] = [];
  machine.begin((at += 1), drafts.map(decoded));
  for (let ended = false; !ended;) {
    const before = memory.work;
    ended = machine.run();
    worked.push(memory.work - before);
    kept.push(machine.events().slice(0, machine.settledEvents()));
  }
  for (const early of kept) expect(machine.events().slice(0, early.length)).toEqual(early);
  settled.push(...kept.map(({ length }) => length));
  expect(settled).toEqual(settled.toSorted((one, other) => one - other));
  expect(settled.at(-1)).toBe(machine.events().length);
  return worked;
}

function done(machine: EngineMachine, ...drafts: CommandDraft[]): void {
  slicesOf(machine, drafts);
  expect(new Set(machine.results.code)).toEqual(new Set([200]));
}

const pricesOf = (text: string): CommandDraft[] =>
  [0, 1, 2, 3].map((source): CommandDraft => {
    const price = units(text);
    return { type: "source_price_set", producer: 0, number: 0, market: linear, source, price };
  });

const order = (uid: number, side: 0 | 1, price: string, qty: string, tif = 0): CommandDraft => ({
  type: "place_order",
  uid,
  key: key(),
  market: linear,
  product: 0,
  side,
  orderType: 0,
  tif,
  postOnly: false,
  stp: 0,
  price: units(price),
  qty: units(qty),
  quoteAmount: 0,
  posSide: side === 0 ? 1 : 2,
});

let deposits = 3;
const fund = (uid: number, amount: string): CommandDraft[] => {
  const money = { uid, asset: usdt, amount: parseUnits(amount)! };
  const way = { fromProduct: 1, fromSub: 0, toProduct: margin, toSub: 0 };
  return [
    { type: "credit_deposit", producer: wallet, number: (deposits += 1), ...money, reference: `tx ${deposits}` },
    { type: "transfer", key: key(), ...way, ...money },
  ];
};

/** A linear contract at 50,000 with so many small asks resting. */
function withAsks(count: number): EngineMachine {
  const machine = new EngineMachine(createState());
  deposits = 3;
  for (const drafts of perpOpeningOf(operator, wallet, fundingIntervalMs)) done(machine, ...drafts);
  done(machine, ...pricesOf("50000"));
  at += 1_000;
  for (let uid = 11; uid < 21; uid += 1) {
    done(machine, ...fund(uid, "100000"));
    const asks = Array.from({ length: count / 10 }, (_, i) => order(uid, 1, String(50_000 + i), "0.001"));
    done(machine, ...asks);
  }
  done(machine, ...fund(21, "100000"));
  return machine;
}

const sum = (numbers: readonly number[]): number => numbers.reduce((total, number) => total + number, 0);
/** No slice works longer than its share and the command it was in; so there are as many as the work is worth. */
function expectSliced(worked: readonly number[], ofOne: number): void {
  expect(Math.max(...worked)).toBeLessThanOrEqual(workPerSlice + 2 * ofOne);
  expect(worked.length).toBeGreaterThanOrEqual(Math.floor(sum(worked) / (workPerSlice + 2 * ofOne)));
}

test("[A4.9 A-22] 512 refused fill-or-kill orders of one batch end in slices by their work, though they leave nothing", () => {
  const machine = withAsks(200);
  const tooLarge = () => order(21, 0, "50100", "0.201", fillOrKill);
  const ofOne = sum(slicesOf(machine, [tooLarge()]));
  const worked = slicesOf(machine, Array.from({ length: 512 }, tooLarge));
  expect(new Set(machine.results.code)).toEqual(new Set([notFillable]));
  expectSliced(worked, ofOne);
});

test("[A-22] a batch of orders that rest is cut by the same measure", () => {
  const machine = withAsks(10);
  const ofOne = sum(slicesOf(machine, [order(21, 0, "49000", "0.001")]));
  const worked = slicesOf(
    machine,
    Array.from({ length: 512 }, (_, i) => order(11 + (i % 10), 0, String(48_000 + (i % 199)), "0.001")),
  );
  expect(new Set(machine.results.code)).toEqual(new Set([200]));
  expect(worked.length).toBeGreaterThan(1);
  expectSliced(worked, 2 * ofOne);
});

test("[A4.9] what a child has told settles when the next begins, long before the last of them has ended", () => {
  const machine = withAsks(500);
  for (let uid = 11; uid < 21; uid += 1) {
    const stop = { ...order(uid, 0, "0", "0.001", 1), orderType: 1, trigger: { price: units("50500"), by: 2 } };
    done(machine, ...Array.from({ length: 50 }, () => ({ ...stop, key: key() }) as CommandDraft));
  }
  const settled: number[] = [];
  slicesOf(machine, pricesOf("50600"), settled);
  at += 1_000;
  const second: number[] = [];
  slicesOf(machine, [], second);
  const longest = settled.length > second.length ? settled : second;
  expect(longest.length).toBeGreaterThan(3);
  expect(new Set(longest).size).toBeGreaterThan(3);
});
