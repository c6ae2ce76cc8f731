import { randomUUID } from "node:crypto";
import { Address, p2wpkh } from "@scure/btc-signer";
import { type ApprovedRow, assetNetworkOf, networks } from "@tidemark/contracts";
import { systemTime } from "@tidemark/kit-node";
import { openBitcoinPayments } from "../src/chains/bitcoin/bitcoin-payments.ts";
import { bitcoinNetworkOf } from "../src/chains/bitcoin/bitcoin-networks.ts";
import { coinBook } from "../src/coins/coin-book.ts";
import { openIntake } from "../src/payments/intake.ts";
import type { PayerDeps } from "../src/payments/payer.ts";
import { held } from "../src/payments/store.ts";
import { bitcoinInstruments, type BitcoinFixture, openBitcoinFixture, testAccount } from "./bitcoin-fixture.ts";
import { openWalletProcess, type PaymentRows, paymentRows, type WalletProcess } from "./payment-rows.ts";
import {
  approvedByPlatform,
  bitcoinColdAddress,
  type PolicyWish,
  startSigner,
  type StartedSigner,
} from "./signer-process.ts";

const network = "BITCOIN_REGTEST";
const terms = assetNetworkOf("BTC", network)!;
/** What the user pays, in the ledger's units, which are the network's. */
const fee = 20_000n;

type Withdrawn = { readonly id: string; readonly coreId: number; readonly to: string };
export type BitcoinPaymentsFixture = BitcoinFixture &
  PaymentRows & {
    readonly signer: StartedSigner;
    readonly hotAddress: string;
    withdraw(amount: bigint, changes?: { readonly feeCap?: bigint; readonly expiresAt?: number }): Promise<Withdrawn>;
    open(more?: Partial<PayerDeps> & { url?: string }): Promise<WalletProcess>;
    /** What an address got by blocks. */
    received(address: string): Promise<bigint>;
    /** Mines, and reads the blocks. */
    mine(blocks: number): Promise<void>;
  };

export const bitcoinFinalBlocks: number = networks[network].confirmations.final;

/** As the signer derives it. */
const bitcoinHotAddress: string = p2wpkh(testAccount.derive("m/0'/0/0").publicKey!, bitcoinNetworkOf(network)).address!;
let receivers = 0;
/** An address of nobody here. */
function newReceiver(): string {
  const hash = new Uint8Array(20);
  new DataView(hash.buffer).setUint32(0, (receivers += 1));
  return Address(bitcoinNetworkOf(network)).encode({ type: "wpkh", hash });
}

/** A hot address with coins, a signer in its own process, and the parts that pay, on a real Bitcoin chain and a real database. */
export async function openBitcoinPaymentsFixture(policy: PolicyWish = {}): Promise<BitcoinPaymentsFixture> {
  const own = new Map([
    [bitcoinHotAddress, "hot"],
    [bitcoinColdAddress, "cold"],
  ] as const);
  const [fixture, signer] = [await openBitcoinFixture(own), await startSigner(policy)];
  const { bitcoin, db, log } = fixture;
  const approved = new Map<number, ApprovedRow>();
  let coreIdLast = 0;
  const intake = openIntake({
    db,
    ask: async (ids) => ids.flatMap((id) => approved.get(id) ?? []),
    instruments: async () => bitcoinInstruments,
    isPaidHere: (id) => id === network,
    clock: systemTime,
    log,
  });
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
    async withdraw(amount, { feeCap = BigInt(terms.networkFeeMax), expiresAt = Date.now() + 3_600_000 } = {}) {
      const coreId = (coreIdLast += 1);
      const [id, uid, to] = [randomUUID(), 9_000 + coreId, newReceiver()];
      await held.add(db, { coreId, uid, assetId: 2, units: amount + fee }, 1);
      const intent = {
        id,
        asset: "BTC",
        network,
        tokenContract: null,
        address: to,
        memo: "",
        amount,
        feeCap,
        expiresAt,
      };
      approved.set(coreId, { coreId, id, uid, network, fee: String(fee), approved: approvedByPlatform(intent) });
      await intake.run();
      return { id, coreId, to };
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
