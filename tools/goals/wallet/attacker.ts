import { type Dice, diceOf } from "@tidemark/kit-testing";
import {
  approvedBy,
  coldAddress,
  eth,
  type Fixture,
  hotAddress,
  intentOf,
  lineOf,
  openFixture,
  partsOf,
  policyDocument,
  serialized,
  startAt,
  testKeys,
  tokenContract,
  transferData,
  type TransactionParts,
  usdt,
} from "../../../services/signer/testing/fixture.ts";
import { startAnvil, type StartedAnvil } from "../../../services/wallet/testing/anvil.ts";
import { callContract, contractOf, placeContract } from "../../../services/wallet/testing/tokens.ts";

type Hex = `0x${string}`;
type Asset = "ETH" | "USDT";
type Loss = { readonly lost: bigint; readonly cap: bigint };
export type AttackReport = {
  readonly seed: number;
  readonly asked: number;
  readonly signed: number;
  /** What left own addresses within an hour, fees included, and what the policy lets out in one. */
  readonly losses: Readonly<Record<Asset, Loss>>;
};

const thief = "0xD1220A0cf47c7B9Be7A2E6BA89F429762e7b9aDb";
const depositIndexes = [0, 1, 2];
const own: readonly Hex[] = [hotAddress, coldAddress, ...depositIndexes.map(testKeys.addressOf)] as Hex[];
const hourMs = 3_600_000;
const gwei = 10n ** 9n;
const inHot = 1_000;
const restartEvery = 97;

const coins = (asset: Asset, amount: number): bigint => (asset === "ETH" ? eth(amount) : usdt(amount));
const tokenOf = (asset: Asset): { tokenContract?: string } => (asset === "USDT" ? { tokenContract } : {});

/** Everything but the signer and the operators' keys is the thief's: he asks with the wallet's key, and the platform signs what he writes. */
class Thief {
  readonly #dice: Dice;
  #now = startAt;
  /** Highest fees, all of it paid to miners. */
  readonly #greed = { maxFeePerGas: 200n * gwei, maxPriorityFeePerGas: 200n * gwei };

  constructor(dice: Dice) {
    this.#dice = dice;
  }

  at(now: number): void {
    this.#now = now;
  }

  line(nonceNext: number): string {
    const which = this.#dice.below(10);
    if (which < 6) return this.#withdrawal(nonceNext);
    if (which < 8) return this.#ownMove(nonceNext);
    return this.#token(nonceNext);
  }

  #isGreedy(parts: TransactionParts): TransactionParts {
    return this.#dice.below(4) === 0 ? { ...parts, ...this.#greed, gas: 99_000n } : parts;
  }

  /** Small ones need the platform's key only; for others there are no operators, or one key under three names. */
  #withdrawal(nonceNext: number): string {
    const asset = this.#dice.pick(["ETH", "USDT"] as const);
    const amount = coins(asset, this.#dice.pick([0.4, 1, 1.9, 2, 2, 2.5, 6, 10, 30]));
    const expiresAt = this.#now + hourMs;
    const intent = intentOf({ address: thief, amount, expiresAt, ...tokenOf(asset) });
    const approved = approvedBy(intent, ["platform"]);
    const [platform] = approved.approvals;
    const forged = ["anna", "ben"].map((approver) => ({ ...platform!, approver }));
    const approvals = this.#dice.below(3) === 0 ? [platform!, ...forged] : approved.approvals;
    const nonce = Math.max(0, nonceNext + this.#dice.pick([0, 0, 0, 0, 0, -1, 1]));
    const transaction = serialized(this.#isGreedy(partsOf(intent, nonce)));
    return lineOf({ kind: "withdraw", transaction, approved: { ...approved, approvals } });
  }

  #ownMove(nonceNext: number): string {
    const kind = this.#dice.pick(["sweep", "fund_gas", "cancel"] as const);
    const index = this.#dice.pick(depositIndexes);
    const isFromHot = kind !== "sweep" || this.#dice.below(2) === 0;
    const to = this.#dice.pick([thief, hotAddress, coldAddress, testKeys.addressOf(index)]);
    const intent = intentOf({ address: to, amount: this.#dice.pick([0n, eth(0.01), eth(5)]) });
    const nonce = isFromHot ? nonceNext : this.#dice.below(4);
    const of = { sweep: { from: isFromHot ? "hot" : index }, fund_gas: { to: index }, cancel: {} }[kind];
    return lineOf({ kind, transaction: serialized(this.#isGreedy(partsOf(intent, nonce))), ...of });
  }

  /** Calls of the token that would give him more later, and sweeps of tokens to himself. */
  #token(nonceNext: number): string {
    const word = transferData(thief, 2n ** 255n).slice(10);
    const data = this.#dice.pick([`0x095ea7b3${word}`, `0x39509351${word}`, transferData(thief, usdt(500))]) as Hex;
    const parts = { ...partsOf(intentOf({ tokenContract }), nonceNext), to: tokenContract as Hex, data };
    return lineOf({ kind: "sweep", from: "hot", transaction: serialized(parts) });
  }
}

async function ownBalances({ client }: StartedAnvil): Promise<Record<Asset, bigint>> {
  const sums = { ETH: 0n, USDT: 0n };
  for (const address of own) {
    sums.ETH += await client.getBalance({ address });
    const { abi } = contractOf("Plain");
    const read = { abi, address: tokenContract as Hex, functionName: "balanceOf", args: [address] };
    sums.USDT += (await client.readContract(read)) as bigint;
  }
  return sums;
}

async function fill({ client }: StartedAnvil): Promise<void> {
  await placeContract(client, "Plain", tokenContract);
  for (const address of own) {
    await client.setBalance({ address, value: eth(inHot) });
    await callContract(client, "Plain", tokenContract, "mint", [address, usdt(inHot)]);
  }
}

/** One hour of the signer's clock: so many requests, restarts and clocks that are set back among them; whatever is signed goes to a real chain. */
export async function attackerRun(count: number, seed: number, folder?: string): Promise<AttackReport> {
  const anvil = await startAnvil();
  let signer: Fixture = openFixture(folder === undefined ? {} : { folder });
  try {
    await fill(anvil);
    const dice = diceOf(seed);
    const thieves = new Thief(dice);
    const before = await ownBalances(anvil);
    let signed = 0;
    const stepMs = Math.floor(hourMs / (count + 1));
    for (let asked = 1; asked <= count; asked += 1) {
      signer.pass(stepMs);
      thieves.at(startAt + asked * stepMs);
      const answer = await signer.signer.answer(
        thieves.line(Number(signer.store.nonceNext("ETHEREUM", hotAddress, 0n))),
      );
      if (answer.ok && "signed" in answer) {
        signed += 1;
        await anvil.client
          .request({ method: "eth_sendRawTransaction", params: [answer.signed as Hex] })
          .catch(() => undefined);
      }
      if (asked % restartEvery === 0) {
        signer = signer.reopen();
        // A clock that is set back, and a request in between, must not give room again.
        signer.pass(-hourMs);
        await signer.signer.answer(lineOf({ kind: "status" }));
        signer.pass(hourMs);
      }
    }
    await anvil.client.mine({ blocks: 1 });
    const after = await ownBalances(anvil);
    const { assets, networks } = policyDocument;
    const fees = eth(Number(networks.ETHEREUM.feeCaps.hour));
    const lossOf = (asset: Asset, room: bigint): Loss => ({
      lost: before[asset] - after[asset],
      cap: coins(asset, Number(assets[asset].caps.hour)) + room,
    });
    return { seed, asked: count, signed, losses: { ETH: lossOf("ETH", fees), USDT: lossOf("USDT", 0n) } };
  } finally {
    signer.end();
    await anvil.end();
  }
}
