import { type ApprovedWithdrawal, type WithdrawalIntent } from "@tidemark/contracts";
import { type Dice, diceOf } from "@tidemark/kit-testing";
import {
  bitcoinBytes,
  bitcoinCold,
  bitcoinForeign,
  bitcoinIntent,
  bitcoinLine,
  bitcoinPolicy,
  bitcoinUser,
  btc,
  coin,
  coinsField,
  type Made,
  type MadeCoin,
  ownAddress,
  paymentOf,
} from "./bitcoin-fixture.ts";
import { type BitcoinAttempt, BitcoinJudge } from "./bitcoin-judge.ts";
import { approvedBy, type ApproverName, type Fixture, openFixture, startAt } from "./fixture.ts";
import type { HostileReport } from "./hostile-run.ts";

/** A request before it becomes a line: each attack changes one or more of its parts. */
type Draft = {
  kind: string;
  intent: WithdrawalIntent;
  names: readonly ApproverName[];
  approved: ApprovedWithdrawal;
  made: Made;
  /** As the request claims them; those of the transaction where nothing is said. */
  claimed?: readonly MadeCoin[];
  /** Bytes that are changed after they are written. */
  bytes?: (text: string) => string;
  request?: object;
  isForged?: boolean;
};
type Attack = readonly [name: string, change: (draft: Draft, dice: Dice, earlier: readonly Draft[]) => void];
type Outputs = Made["outputs"];

/** Of the payment or of what is left. */
const withOutput = (draft: Draft, at: number, part: Partial<Outputs[number]>): void =>
  void (draft.made = {
    ...draft.made,
    outputs: draft.made.outputs.map((one, place) => (place === at ? { ...one, ...part } : one)),
  });
const foreign = { to: bitcoinForeign, amount: btc(0.1) };
const coinNumbers = 250;

const attacks: readonly Attack[] = [
  ["recipient", (draft) => withOutput(draft, 0, { to: bitcoinForeign })],
  ["recipient of the change", (draft) => withOutput(draft, 1, { to: bitcoinForeign })],
  ["change to a deposit address", (draft) => withOutput(draft, 1, { to: ownAddress(3) })],
  ["change to the cold address", (draft) => withOutput(draft, 1, { to: bitcoinCold })],
  [
    "amount",
    (draft, dice) => withOutput(draft, 0, { amount: draft.intent.amount + BigInt(dice.pick([1, -1, 1_000])) }),
  ],
  ["amount beyond all coins", (draft, dice) => withOutput(draft, 0, { amount: dice.pick([2n ** 63n - 1n, btc(9e7)]) })],
  ["nothing", (draft) => withOutput(draft, 0, { amount: 0n })],
  ["one more output", (draft) => void (draft.made = { ...draft.made, outputs: [...draft.made.outputs, foreign] })],
  ["one before", (draft) => void (draft.made = { ...draft.made, outputs: [foreign, ...draft.made.outputs] })],
  ["change first", (draft) => void (draft.made = { ...draft.made, outputs: draft.made.outputs.toReversed() })],
  ["no output", (draft) => void (draft.made = { ...draft.made, outputs: [] })],
  ["all to the fee", (draft) => void (draft.made = { ...draft.made, outputs: draft.made.outputs.slice(0, 1) })],
  [
    "fee",
    (draft, dice) =>
      void (draft.made = paymentOf(draft.intent, draft.made.coins, dice.pick([50_001n, 100_001n, btc(0.5)]))),
  ],
  ["more than the coins", (draft) => withOutput(draft, 1, { amount: btc(500) })],
  [
    "not replaceable",
    (draft, dice) => void (draft.made = { ...draft.made, sequence: dice.pick([0xffff_ffff, 0xffff_fffe, 0, 1]) }),
  ],
  ["version", (draft, dice) => void (draft.made = { ...draft.made, version: dice.pick([0, 1, 3]) })],
  ["lock", (draft, dice) => void (draft.made = { ...draft.made, lockTime: dice.pick([1, 900_000, 0xffff_ffff]) })],
  [
    "a coin twice",
    (draft) => void (draft.made = { ...draft.made, coins: [...draft.made.coins, draft.made.coins[0]!] }),
  ],
  [
    "too many coins",
    (draft) =>
      void (draft.made = paymentOf(
        draft.intent,
        Array.from({ length: 33 }, (_, at) => coin(at + 1)),
      )),
  ],
  [
    "claimed amount",
    (draft, dice) =>
      void (draft.claimed = draft.made.coins.map((one) => ({
        ...one,
        amount: one.amount + dice.pick([btc(1), -btc(0.5), 1n]),
      }))),
  ],
  [
    "claimed key",
    (draft, dice) => void (draft.claimed = draft.made.coins.map((one) => ({ ...one, key: dice.below(9) }))),
  ],
  ["fewer claims", (draft) => void (draft.claimed = draft.made.coins.slice(1))],
  [
    "coins of another payment",
    (draft, dice, earlier) => {
      if (earlier.length > 0) draft.made = paymentOf(draft.intent, dice.pick(earlier).made.coins);
    },
  ],
  [
    "some coins of another payment",
    (draft, dice, earlier) => {
      if (earlier.length === 0) return;
      const coins = [...dice.pick(earlier).made.coins, coin(1 + dice.below(coinNumbers))];
      draft.made = paymentOf(draft.intent, coins);
    },
  ],
  [
    "an intent with other coins",
    (draft, dice, earlier) => {
      if (earlier.length === 0) return;
      const { intent, names, approved } = dice.pick(earlier);
      Object.assign(draft, { intent, names, approved, isForged: false });
      draft.made = paymentOf(intent, draft.made.coins);
    },
  ],
  [
    "an intent again",
    (draft, dice, earlier) => {
      if (earlier.length === 0) return;
      const { intent, names, approved, made } = dice.pick(earlier);
      Object.assign(draft, { intent, names, approved, isForged: false, made: paymentOf(intent, made.coins, 2_000n) });
    },
  ],
  [
    "an intent with one coin more or less",
    (draft, dice, earlier) => {
      if (earlier.length === 0) return;
      const { intent, names, approved, made } = dice.pick(earlier);
      const coins = dice.below(2) === 0 ? [...made.coins, coin(1 + dice.below(coinNumbers))] : made.coins.slice(1);
      Object.assign(draft, { intent, names, approved, isForged: false, made: paymentOf(intent, coins) });
    },
  ],
  [
    "an intent with other amounts",
    (draft, dice, earlier) => {
      if (earlier.length === 0) return;
      const { intent, names, approved, made } = dice.pick(earlier);
      const claimed = made.coins.map((one) => ({ ...one, amount: one.amount + BigInt(1 + dice.below(1_000)) }));
      Object.assign(draft, { intent, names, approved, isForged: false, made: paymentOf(intent, made.coins), claimed });
    },
  ],
  [
    "a move of coins that pay",
    (draft, dice, earlier) => {
      if (earlier.length === 0) return;
      const { coins } = dice.pick(earlier).made;
      const amount = coins.reduce((sum, one) => sum + one.amount, -1_000n);
      Object.assign(draft, {
        kind: "sweep",
        request: { from: "hot" },
        made: { coins, outputs: [{ to: bitcoinCold, amount }] },
      });
    },
  ],
  ["no approval", (draft) => Object.assign(draft, { approved: { ...draft.approved, approvals: [] }, isForged: true })],
  [
    "approved for another",
    (draft) => {
      const other = approvedBy(bitcoinIntent({ amount: btc(0.01) }), draft.names);
      Object.assign(draft, { approved: { ...draft.approved, approvals: other.approvals }, isForged: true });
    },
  ],
  [
    "too few approvals",
    (draft) =>
      Object.assign(draft, {
        names: ["platform"],
        approved: approvedBy(draft.intent, ["platform"]),
        isForged: false,
      }),
  ],
  ["a move of the payment", (draft) => Object.assign(draft, { kind: "sweep", request: { from: "hot" } })],
  [
    "a kind of other networks",
    (draft, dice) =>
      Object.assign(draft, { kind: dice.pick(["cancel", "fund_gas"]), request: dice.pick([{}, { to: 1 }]) }),
  ],
  [
    "another network",
    (draft, dice) => void (draft.request = { network: dice.pick(["BITCOIN", "ETHEREUM", "LITECOIN"]) }),
  ],
  [
    "bytes",
    (draft, dice) => {
      const [at, value] = [dice.below(10_000), dice.below(256)];
      draft.bytes = (text) => {
        const bytes = Buffer.from(text.slice(2), "hex");
        bytes[at % bytes.length] = value;
        return `0x${bytes.toString("hex")}`;
      };
    },
  ],
  ["bytes behind", (draft) => void (draft.bytes = (text) => `${text}00`)],
  [
    "bytes cut",
    (draft, dice) => {
      const kept = 2 + 2 * (1 + dice.below(100));
      draft.bytes = (text) => text.slice(0, kept);
    },
  ],
];

function draftOf(dice: Dice, now: number): Draft {
  const coins = dice.pick([0.1, 0.5, 1, 2, 3, 6, 9, 10, 11]);
  const intent = bitcoinIntent({
    amount: btc(coins),
    address: dice.pick([bitcoinUser, bitcoinCold]),
    expiresAt: now + dice.pick([3_600_000, 60_000, 1, 0, -1]),
  });
  const names: readonly ApproverName[] =
    coins > 5 ? ["platform", "anna", "ben"] : coins > 2 ? ["platform", "ben"] : ["platform"];
  const first = 1 + dice.below(coinNumbers);
  const inputs = Array.from({ length: 1 + dice.below(3) }, (_, at) =>
    coin(1 + ((first + at) % coinNumbers), btc(coins + 1), dice.below(2) === 0 ? "hot" : first % 9),
  );
  const made = paymentOf(intent, inputs);
  return { kind: "withdraw", intent, names, approved: approvedBy(intent, names), made };
}

/** `earlier` are withdrawals that were signed. */
function attemptOf(dice: Dice, now: number, earlier: readonly Draft[]): { attempt: BitcoinAttempt; draft: Draft } {
  const draft = draftOf(dice, now);
  // One in eight is honest: a signer that refused everything would pass every other test.
  const chosen = dice.below(8) === 0 ? [] : Array.from({ length: 1 + dice.below(2) }, () => dice.pick(attacks));
  for (const [, change] of chosen) change(draft, dice, earlier);
  const { kind, approved, made, claimed = made.coins, bytes = (text: string) => text } = draft;
  const request = { kind, transaction: writtenOf(made, bytes), coins: coinsField(claimed), ...draft.request };
  const attempt = {
    name: chosen.map(([name]) => name).join(" + ") || "honest",
    kind,
    line: bitcoinLine(kind === "withdraw" ? { ...request, approved } : request),
    genuine: draft.isForged === true ? undefined : { intent: draft.intent, names: draft.names },
    coins: claimed,
  };
  return { attempt, draft };
}

/** What the library itself does not write, such as an amount below zero, is no attack on the signer. */
function writtenOf(made: Made, bytes: (text: string) => string): string {
  try {
    return bytes(bitcoinBytes(made));
  } catch {
    return "0x02000000";
  }
}

const restartEvery = 149;
const passMsMax = 600_000;
/** After so many nearly all coins have paid something: the rest is asked of a new signer. */
const askedOfOneMax = 500;

async function askOne(dice: Dice, count: number, folder: string | undefined) {
  const judge = new BitcoinJudge();
  let fixture: Fixture = openFixture({ policy: bitcoinPolicy, ...(folder === undefined ? {} : { folder }) });
  let [now, signed] = [startAt, 0];
  const [wrong, refusals, earlier]: [string[], string[], Draft[]] = [[], [], []];
  try {
    for (let asked = 1; asked <= count; asked += 1) {
      const passed = dice.below(passMsMax);
      fixture.pass(passed);
      now += passed;
      const { attempt, draft } = attemptOf(dice, now, earlier);
      const answer = await fixture.signer.answer(attempt.line);
      if (!answer.ok) refusals.push(answer.reason);
      else if ("signed" in answer) {
        signed += 1;
        if (draft.kind === "withdraw") earlier.push(draft);
        const problem = judge.wrongness(attempt, answer.signed, now);
        if (problem !== undefined) wrong.push(`attempt ${asked} (${attempt.name}): ${problem}`);
      }
      if (asked % restartEvery === 0) fixture = fixture.reopen();
    }
  } finally {
    fixture.end();
  }
  return { signed, wrong, refusals };
}

/** Asks for `count` Bitcoin transactions, nearly all of them hostile, with restarts between, and judges every signature that is given. */
export async function hostileBitcoinRun(count: number, seed: number, folder?: string): Promise<HostileReport> {
  const dice = diceOf(seed);
  let signed = 0;
  const wrong: string[] = [];
  const refusals: Record<string, number> = {};
  for (let asked = 0; asked < count; asked += askedOfOneMax) {
    const one = await askOne(dice, Math.min(askedOfOneMax, count - asked), folder);
    signed += one.signed;
    wrong.push(...one.wrong.map((problem) => `seed ${seed}, signer ${asked / askedOfOneMax}, ${problem}`));
    for (const reason of one.refusals) refusals[reason] = (refusals[reason] ?? 0) + 1;
  }
  return { seed, asked: count, signed, wrong, refusals };
}
