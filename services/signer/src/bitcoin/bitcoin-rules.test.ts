import { type SignerAnswer } from "@tidemark/contracts";
import { afterEach, beforeEach, expect, test } from "vitest";
import {
  bitcoinBytes,
  bitcoinCold,
  bitcoinIntent,
  bitcoinLine,
  bitcoinPolicy,
  bitcoinForeign,
  bitcoinUser,
  btc,
  coin,
  coinsField,
  isValidFor,
  type Made,
  ownAddress,
  payLine,
  paymentOf,
  sweepLine,
} from "../../testing/bitcoin-fixture.ts";
import {
  approvedBy,
  type Fixture,
  openFixture,
  partsOf,
  serialized,
  startAt,
  intentOf,
  lineOf,
} from "../../testing/fixture.ts";
import { readPolicy } from "../policy.ts";

let at: Fixture;
beforeEach(() => {
  at = openFixture({ policy: bitcoinPolicy });
});
afterEach(() => at.end());

const outcome = (answer: SignerAnswer): string => (answer.ok ? "signed" : answer.reason);
const ask = async (line: string): Promise<string> => outcome(await at.signer.answer(line));
async function signedBy(line: string): Promise<string> {
  const answer = await at.signer.answer(line);
  if (!answer.ok || !("signed" in answer)) throw new Error(outcome(answer));
  return answer.signed;
}

test("[W4] an approved intent is paid from coins of hot and deposit keys, and what is left goes to the hot address", async () => {
  const intent = bitcoinIntent();
  const coins = [coin(1, btc(0.4)), coin(2, btc(0.5), 7), coin(3, btc(0.3), 2 ** 31 - 1)];
  const made = paymentOf(intent, coins);
  const signed = await signedBy(payLine(intent, made));
  expect(isValidFor(signed, coins)).toBe(true);
  expect(
    isValidFor(
      signed,
      coins.map((one) => ({ ...one, amount: one.amount + 1n })),
    ),
  ).toBe(false);
});

test("all kinds of addresses are paid that the chain has; one of another chain is none", async () => {
  const addresses = [
    "bcrt1qw508d6qejxtdg4y5r3zarvary0c5xw7kygt080",
    "bcrt1qrp33g0q5c5txsp9arysrx4k6zdkfs4nce4xj0gdcccefvpysxf3qzf4jry",
    "mipcBbFg9gMiCh81Kj8tqqdgoZub1ZJRfn",
    "2MzQwSSnBHWHqSAqtTVQ6v47XtaisrJa1Vc",
    "bcrt1p0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7vqc8gma6",
  ];
  for (const [number, address] of addresses.entries()) {
    const intent = bitcoinIntent({ address });
    expect([address, await ask(payLine(intent, paymentOf(intent, [coin(number)])))]).toEqual([address, "signed"]);
  }
  for (const address of [
    "bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4",
    "BCRT1QW508D6QEJXTDG4Y5R3ZARVARY0C5XW7KYGT080",
    "x",
  ]) {
    const intent = bitcoinIntent({ address });
    const made = paymentOf({ ...intent, address: bitcoinUser }, [coin(50)]);
    expect([address, await ask(payLine(intent, made))]).toEqual([address, "intent_malformed"]);
  }
});

test("[W4] what differs from the intent is refused by name: amount, address, a second output, foreign change, fees", async () => {
  const intent = bitcoinIntent();
  const coins = [coin(1)];
  const right = paymentOf(intent, coins);
  const [payment, change] = right.outputs;
  const withOutputs = (...outputs: Made["outputs"]): string => payLine(intent, { coins, outputs });
  const cases: readonly (readonly [string, string])[] = [
    [withOutputs({ ...payment!, amount: payment!.amount + 1n }, change!), "amount_differs"],
    [withOutputs({ ...payment!, amount: payment!.amount - 1n }, change!), "amount_differs"],
    [withOutputs({ ...payment!, to: bitcoinForeign }, change!), "address_differs"],
    [withOutputs(change!, payment!), "address_differs"],
    [withOutputs(payment!, { ...change!, to: bitcoinForeign }), "change_not_own"],
    [withOutputs(payment!, { ...change!, to: ownAddress(5) }), "change_not_own"],
    [
      withOutputs(payment!, { ...change!, amount: change!.amount - 1_000n }, { to: bitcoinForeign, amount: 1_000n }),
      "outputs_refused",
    ],
    [
      withOutputs(payment!, { ...change!, amount: change!.amount - 1_000n }, { to: ownAddress("hot"), amount: 1_000n }),
      "outputs_refused",
    ],
    [withOutputs(payment!), "fee_rate_above_cap"],
    [payLine(intent, paymentOf(intent, coins, 29_000n)), "fee_rate_above_cap"],
    [payLine(intent, paymentOf(intent, [coin(1, btc(3))], -1n)), "amount_differs"],
    [payLine(bitcoinIntent({ feeCap: 999n }), right), "fee_above_cap"],
    [payLine(bitcoinIntent({ asset: "ETH" }), right), "asset_unknown"],
    [payLine(bitcoinIntent({ network: "BITCOIN" }), right), "network_differs"],
    [payLine(bitcoinIntent({ memo: "1" }), right), "intent_malformed"],
    [payLine(intent, right, {}, []), "approvals_missing"],
    [
      payLine(bitcoinIntent({ amount: btc(3) }), paymentOf(bitcoinIntent({ amount: btc(3) }), [coin(1, btc(9))])),
      "approvals_missing",
    ],
    [payLine(intent, { ...right, sequence: 0xffff_ffff }), "inputs_refused"],
    [payLine(intent, { ...right, sequence: 5 }), "inputs_refused"],
    [payLine(intent, { ...right, version: 1 }), "transaction_type_refused"],
    [payLine(intent, { ...right, lockTime: 900_000 }), "transaction_type_refused"],
    [payLine(intent, { ...right, coins: [] }), "inputs_refused"],
    [payLine(intent, { ...right, coins: [coin(1), coin(1)] }), "inputs_refused"],
    [payLine(intent, right, { coins: [] }), "inputs_refused"],
    [payLine(intent, right, { coins: coinsField([coin(1), coin(2)]) }), "inputs_refused"],
    [payLine(intent, right, { transaction: `${bitcoinBytes(right)}00` }), "transaction_malformed"],
    [payLine(intent, right, { transaction: "0x70736274ff01" }), "transaction_malformed"],
    [payLine(intent, right, { coins: [{ key: "hot", amount: "2100000000000001" }] }), "transaction_malformed"],
    [payLine(intent, right, { coins: [{ key: "cold", amount: "1" }] }), "request_malformed"],
    [payLine(intent, right, { coins: [{ key: "hot", amount: "0" }] }), "request_malformed"],
    [payLine(intent, right, { sighash: 0x82 }), "request_malformed"],
    [payLine(intent, right, { coins: [{ key: "hot", amount: "1", sighash: 2 }] }), "request_malformed"],
    [bitcoinLine({ kind: "cancel", transaction: bitcoinBytes(right) }), "call_refused"],
    [bitcoinLine({ kind: "fund_gas", to: 1, transaction: bitcoinBytes(right) }), "call_refused"],
  ];
  for (const [number, [line, reason]] of cases.entries())
    expect([number, reason, await ask(line)]).toEqual([number, reason, reason]);
  expect(await ask(payLine(intent, right))).toBe("signed");
});

test("[W4 INC-01] two transactions for one intent have the same coins, so that at most one is ever mined; after a restart too", async () => {
  const intent = bitcoinIntent();
  const first = paymentOf(intent, [coin(1), coin(2)]);
  const signed = await signedBy(payLine(intent, first));
  for (let restart = 0; restart < 2; restart += 1) {
    expect(await signedBy(payLine(intent, first))).toBe(signed);
    expect(await ask(payLine(intent, paymentOf(intent, [coin(3)], 5_000n)))).toBe("intent_already_signed");
    expect(await ask(payLine(intent, paymentOf(intent, [coin(1)], 5_000n)))).toBe("input_taken");
    expect(await ask(payLine(intent, paymentOf(intent, [coin(1), coin(3)], 5_000n)))).toBe("input_taken");
    expect(await ask(payLine(intent, paymentOf(intent, [coin(1), coin(2), coin(3)], 5_000n)))).toBe("input_taken");
    expect(await ask(payLine(intent, paymentOf(intent, [coin(1), coin(2)], 900n)))).toBe("fee_not_higher");
    at = at.reopen();
  }
  expect(await ask(payLine(intent, paymentOf(intent, [coin(1), coin(2)], 5_000n)))).toBe("signed");
});

test("[W4] a coin that pays one intent pays no other, and is not swept", async () => {
  const [intent, twin] = [bitcoinIntent(), bitcoinIntent()];
  const made = paymentOf(intent, [coin(1)]);
  expect(await ask(payLine(intent, made))).toBe("signed");
  expect(await ask(payLine(twin, made))).toBe("nonce_taken");
  expect(await ask(payLine(twin, paymentOf(twin, [coin(1)], 9_000n)))).toBe("nonce_taken");
  expect(await ask(payLine(twin, paymentOf(twin, [coin(1), coin(2)])))).toBe("input_taken");
  const sweep = { coins: [coin(1)], outputs: [{ to: bitcoinCold, amount: btc(2) - 5_000n }] };
  expect(await ask(sweepLine(sweep))).toBe("nonce_taken");
  expect(await ask(payLine(twin, paymentOf(twin, [coin(2)])))).toBe("signed");
});

test("[W4] signatures over different amounts of one coin cannot be put together: a coin has the amount that was signed first", async () => {
  const intent = bitcoinIntent({ amount: btc(1) });
  const [a, b] = [coin(1, btc(0.6)), coin(2, btc(0.6))];
  const outputs = paymentOf(intent, [a, b]).outputs;
  // The second coin has 9 coins more than the request says: they would all be the fee.
  const claimed = payLine(intent, { coins: [a, b], outputs });
  expect(await ask(claimed)).toBe("signed");
  const other = payLine(intent, { coins: [a, { ...b, amount: btc(0.6) + 1_000n }], outputs });
  expect(await ask(other)).toBe("input_amount_differs");
});

test("sweeps end at the hot or cold address, and nothing else is counted but their fee", async () => {
  const to = (address: string, ...more: Made["outputs"]): Made => ({
    coins: [coin(1, btc(2), 3)],
    outputs: [{ to: address, amount: btc(1) }, ...more],
  });
  const rest = { to: ownAddress("hot"), amount: btc(1) - 1_000n };
  expect(await ask(sweepLine(to(bitcoinForeign, rest)))).toBe("destination_not_own");
  expect(await ask(sweepLine(to(bitcoinCold, { ...rest, to: bitcoinUser })))).toBe("destination_not_own");
  expect(await ask(sweepLine(to(ownAddress(3), rest)))).toBe("destination_not_own");
  expect(await ask(sweepLine(to(bitcoinCold, rest)))).toBe("signed");
  const all = { coins: [coin(2, btc(40), 3)], outputs: [{ to: ownAddress("hot"), amount: btc(40) - 500n }] };
  expect(await ask(sweepLine(all))).toBe("signed");
});

test("[W4] caps of transaction, hour and day count Bitcoin as any asset, and fees have caps of their own", async () => {
  const names = ["platform", "anna", "ben"] as const;
  const pay = (number: number, amount: number, fee = 1_000n): Promise<string> => {
    const intent = bitcoinIntent({ amount: btc(amount), expiresAt: startAt + 10 ** 9 });
    return ask(payLine(intent, paymentOf(intent, [coin(number, btc(20))], fee), {}, names));
  };
  expect(await pay(1, 10.1)).toBe("amount_above_cap");
  for (const number of [2, 3, 4]) expect(await pay(number, 10)).toBe("signed");
  expect(await pay(5, 0.1)).toBe("hour_cap_reached");
  at.pass(3_700_000);
  for (const number of [6, 7]) expect(await pay(number, 10)).toBe("signed");
  expect(await pay(8, 0.1)).toBe("day_cap_reached");
  at.pass(25 * 3_600_000);
  const expired = bitcoinIntent();
  expect(await ask(payLine(expired, paymentOf(expired, [coin(9)])))).toBe("intent_expired");
});

test("status counts the payments that were signed; coins on a network of accounts are refused", async () => {
  const status = async () => at.signer.answer(bitcoinLine({ kind: "status" }));
  expect(await status()).toMatchObject({ ok: true, status: { hotAddress: ownAddress("hot"), nonceNext: "0" } });
  const intent = bitcoinIntent();
  await signedBy(payLine(intent, paymentOf(intent, [coin(1)])));
  await signedBy(payLine(intent, paymentOf(intent, [coin(1)], 4_000n)));
  expect(await status()).toMatchObject({ ok: true, status: { nonceNext: "1" } });
  const native = intentOf();
  const request = {
    kind: "withdraw",
    transaction: serialized(partsOf(native, 0)),
    approved: approvedBy(native, ["platform"]),
  };
  expect(await ask(lineOf({ ...request, coins: coinsField([coin(1)]) }))).toBe("request_malformed");
});

test("a policy of Bitcoin with a hole is not read", () => {
  const changed = (part: object): string =>
    JSON.stringify({
      ...bitcoinPolicy,
      networks: { BITCOIN_REGTEST: { ...bitcoinPolicy.networks.BITCOIN_REGTEST, ...part } },
    });
  expect(() => readPolicy(changed({ form: "signet" }))).toThrow("form must match");
  expect(() => readPolicy(changed({ coldAddress: "bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4" }))).toThrow(
    "coldAddress",
  );
  expect(() => readPolicy(changed({ feeRateMax: 5 }))).toThrow("feeRateMax must match");
  expect(() => readPolicy(changed({ gasLimitMax: "5" }))).toThrow("has no meaning");
  expect(() => readPolicy(changed({ coin: "LTC" }))).toThrow("LTC of BITCOIN_REGTEST has no caps");
});
