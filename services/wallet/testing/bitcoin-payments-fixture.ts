import { randomUUID } from "node:crypto";
import { Address } from "@scure/btc-signer";
import { type ApprovedRow, assetNetworkOf, networks } from "@tidemark/contracts";
import { type Database, type Log, systemTime } from "@tidemark/kit-node";
import { openBitcoinPayments } from "../src/chains/bitcoin/bitcoin-payments.ts";
import { bitcoinNetworkOf } from "../src/chains/bitcoin/bitcoin-networks.ts";
import { coinBook } from "../src/coins/coin-book.ts";
import type { CoinChain } from "../src/chains/payment-chain.ts";
import { type AskApproved, openIntake } from "../src/payments/withdrawals/intake.ts";
import type { Payer, PayerDeps } from "../src/payments/withdrawals/payer.ts";
import { bitcoinInstruments, type BitcoinFixture, openBitcoinFixture } from "./bitcoin-fixture.ts";
import { bitcoinHotAddress } from "./bitcoin-keys.ts";
import {
  holdWithinLimits,
  openWalletProcess,
  type PaymentRows,
  paymentRows,
  testedPayer,
  type WalletProcess,
} from "./payment-rows.ts";
import { approvedByPlatform, type PolicyWish, startSigner, type StartedSigner } from "./signer-process.ts";

const network = "BITCOIN_REGTEST";
const terms = assetNetworkOf("BTC", network)!;
/** What the user pays, in the ledger's units, which are the network's. */
const fee = 20_000n;

type Withdrawn = { readonly id: string; readonly coreId: number; readonly to: string };
export type BitcoinPaymentsFixture = BitcoinFixture &
  PaymentRows & {
    readonly signer: StartedSigner;
    readonly hotAddress: string;
    withdraw(amount: bigint, changes?: Changes): Promise<Withdrawn>;
    /** The same, for another process to take over. */
    approve(amount: bigint, changes?: Changes): Promise<Withdrawn>;
    /** All that the platform has approved. */
    approved(): readonly ApprovedRow[];
    open(more?: Partial<PayerDeps> & { url?: string }): Promise<WalletProcess>;
    /** What an address got by blocks. */
    received(address: string): Promise<bigint>;
    /** Mines, and reads the blocks. */
    mine(blocks: number): Promise<void>;
  };

export const bitcoinFinalBlocks: number = networks[network].confirmations.final;

let receivers = 0;
/** An address of nobody here. */
function newReceiver(): string {
  const hash = new Uint8Array(20);
  new DataView(hash.buffer).setUint32(0, (receivers += 1));
  return Address(bitcoinNetworkOf(network)).encode({ type: "wpkh", hash });
}

/** What takes over approved withdrawals, as the wallet opens it; `ask` plays the platform. */
export const bitcoinIntakeOn = (db: Database, log: Log, ask: AskApproved): ReturnType<typeof openIntake> =>
  openIntake({
    db,
    ask,
    instruments: async () => bitcoinInstruments,
    isPaidHere: (id) => id === network,
    clock: systemTime,
    log,
  });

/** What pays, as the wallet opens it. */
export async function bitcoinPayerOn(
  { db, url, socketPath, log }: { db: Database; url: string; socketPath: string; log: Log },
  more: Partial<PayerDeps> = {},
): Promise<{ chain: CoinChain; payer: Payer }> {
  const chain = await openBitcoinPayments({ network, url, timeoutMs: 5_000, book: coinBook(db, network) });
  return { chain, payer: testedPayer({ db, chain, socketPath, log }, more) };
}

type Changes = { readonly feeCap?: bigint; readonly expiresAt?: number };

/** A hot address with coins, a signer in its own process, and the parts that pay, on a real Bitcoin chain and a real database. */
export async function openBitcoinPaymentsFixture(
  policy: PolicyWish = {},
  signerMain?: string,
): Promise<BitcoinPaymentsFixture> {
  const [fixture, signer] = [await openBitcoinFixture(), await startSigner(policy, signerMain)];
  const { bitcoin, db, log } = fixture;
  const approved = new Map<number, ApprovedRow>();
  let coreIdLast = 0;
  const intake = bitcoinIntakeOn(db, log, async (ids) => ids.flatMap((id) => approved.get(id) ?? []));
  async function approve(amount: bigint, changes: Changes = {}): Promise<Withdrawn> {
    const { feeCap = BigInt(terms.networkFeeMax), expiresAt = Date.now() + 3_600_000 } = changes;
    const coreId = (coreIdLast += 1);
    const [id, uid, to] = [randomUUID(), 9_000 + coreId, newReceiver()];
    await holdWithinLimits(db, { coreId, uid, assetId: 2, units: amount + fee });
    const what = { id, asset: "BTC", network, tokenContract: null, address: to, memo: "" };
    const intent = { ...what, amount, feeCap, expiresAt };
    approved.set(coreId, { coreId, id, uid, network, fee: String(fee), approved: approvedByPlatform(intent) });
    return { id, coreId, to };
  }
  async function mine(blocks: number): Promise<void> {
    await bitcoin.mine(blocks);
    await fixture.scan();
  }

  return {
    ...fixture,
    ...paymentRows(db, log, () => fixture.waiting()),
    signer,
    hotAddress: bitcoinHotAddress,
    mine,
    approve,
    approved: () => [...approved.values()],
    async withdraw(amount, changes) {
      const one = await approve(amount, changes);
      await intake.run();
      return one;
    },
    open: ({ url = fixture.url, ...more } = {}) =>
      openWalletProcess({
        db,
        databaseUrl: fixture.databaseUrl,
        chainOf: (ownDb) => openBitcoinPayments({ network, url, timeoutMs: 5_000, book: coinBook(ownDb, network) }),
        socketPath: signer.socketPath,
        log,
        more,
      }),
    received: (address) => bitcoin.balanceOf(address),
    async end() {
      await signer.end();
      await fixture.end();
    },
  };
}
