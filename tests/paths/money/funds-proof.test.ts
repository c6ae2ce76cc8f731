import { checkProofFile, type OwnLeaf, type PublishedFunds, refusals, success } from "@tidemark/contracts";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Exchange, throwAwayExchange } from "../../../tools/dev/exchange.ts";
import { seededUids } from "../../../tools/dev/seed/people.ts";
import { signIn, type Trader } from "../../../tools/dev/trader.ts";
import { answeredInTime, good, units, until } from "../support/traders.ts";

// The whole way of a proof: the ledger, the publisher with its own role and keys, the gateway, and the check in the account's own hands.
let exchange: Exchange;
let alice: Trader;
let bob: Trader;

beforeAll(async () => {
  exchange = await throwAwayExchange({ nodes: 1, fundsProofSeconds: 2 });
  [alice, bob] = await Promise.all([signIn(exchange.url, "alice", "alice"), signIn(exchange.url, "bob", "bob")]);
});
afterAll(async () => {
  await exchange?.remove();
});

async function newest(): Promise<PublishedFunds> {
  let found: PublishedFunds | undefined;
  await until(async () => {
    const outcome = await alice.client.call("fundsProof", {});
    if (!outcome.ok || !outcome.value.assets.some(({ asset }) => asset === "USDT")) return false;
    // A publication of before these accounts had anything has no leaf of theirs.
    const { stateSeq } = outcome.value;
    const leaves = [alice, bob].map(({ client }) => client.call("ownLeaf", { stateSeq, asset: "USDT" }));
    if (!(await Promise.all(leaves)).every(({ ok }) => ok)) return false;
    found = outcome.value;
    return true;
  }, 30_000);
  return found!;
}

const leafOf = async ({ client }: Trader, { stateSeq }: PublishedFunds): Promise<OwnLeaf> =>
  good(await client.call("ownLeaf", { stateSeq, asset: "USDT" }));

async function problemOf(published: PublishedFunds, leaf: OwnLeaf, uid: number, balance: bigint) {
  const { root, sum } = published.assets.find(({ asset }) => asset === "USDT")!;
  return (await checkProofFile({ ...leaf, uid, balance: String(balance), root, sum })).problem;
}

/** What the ledger's lines say that an account had, without its debts. BUSY: the history has not reached the state yet. */
async function heldAt({ client }: Trader, stateSeq: number): Promise<bigint> {
  const { rows } = await answeredInTime(() => client.call("balancesAt", { stateSeq, asset: "USDT" }));
  return rows
    .filter(({ bucket, amount }) => bucket !== "loan" && bucket !== "interest" && !amount.startsWith("-"))
    .reduce((sum, { amount }) => sum + units(amount), 0n);
}

test("[D.93] what is owed is published from a state, sums to custody, and each account finds its own balance in it", async () => {
  const published = await newest();
  for (const { sum, uncovered, custody } of published.assets)
    expect(BigInt(sum) + BigInt(uncovered)).toBe(BigInt(custody));
  for (const [trader, uid] of [
    [alice, seededUids.alice],
    [bob, seededUids.bob],
  ] as const) {
    const leaf = await leafOf(trader, published);
    const held = await heldAt(trader, published.stateSeq);
    expect([leaf.uid, BigInt(leaf.balance)]).toEqual([uid, held]);
    expect(await problemOf(published, leaf, uid, held)).toBeUndefined();
    expect(await problemOf(published, leaf, uid, held + 1n)).toBe("root_differs");
  }
  const [own, other] = [await leafOf(alice, published), await leafOf(bob, published)];
  expect(other.nonce).not.toBe(own.nonce);
});

test("[D.93] nobody is given a leaf without a session, and publications need none", async () => {
  const { stateSeq } = await newest();
  const at = `${exchange.url}/api/exchange-account-center-api/proof-of-funds/leaf?stateSeq=${stateSeq}&asset=USDT`;
  const answer = (await (await fetch(at)).json()) as { code: number; data: unknown };
  expect(answer.code).not.toBe(success);
  expect(answer.data).toEqual({});
  const { list } = good(await alice.client.call("fundsProofList", {}));
  expect(list.map((one) => one.stateSeq)).toContain(stateSeq);
  const unknown = await alice.client.call("fundsProof", { stateSeq: stateSeq + 1_000_000 });
  expect(unknown).toMatchObject({ ok: false, code: refusals.NOT_FOUND.code });
});
