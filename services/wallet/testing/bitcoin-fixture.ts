import { type Instruments, instrumentsOf } from "@tidemark/contracts";
import { createLog, type Database, type Log, openDatabase, systemTime } from "@tidemark/kit-node";
import { throwAwayDatabase } from "@tidemark/kit-testing";
import { type AddressBook, addressBook } from "../src/addresses/address-book.ts";
import { bitcoinAddressesOf } from "../src/addresses/derive.ts";
import { openBitcoinChain } from "../src/chains/bitcoin/bitcoin-chain.ts";
import { coinKeeper } from "../src/coins/coin-book.ts";
import { openScanner, type Scanner } from "../src/deposits/scanner.ts";
import { migrateWallet } from "../src/migrate.ts";
import { ownPlaces } from "../src/payments/reconciliation/own-balances.ts";
import { type BcoinClient, startBcoin } from "./bcoin.ts";
import { bitcoinDepositXpub, bitcoinHotAddress } from "./bitcoin-keys.ts";
import { bitcoinColdAddress } from "./signer-process.ts";
import { type WalletRows, walletRows } from "./wallet-rows.ts";

const network = "BITCOIN_REGTEST";

export const bitcoinInstruments: Instruments = instrumentsOf({
  assets: [{ id: 2, asset: "BTC", scale: 8, displayDecimals: 8 }],
  markets: [],
});

export type BitcoinFixture = WalletRows & {
  readonly bitcoin: BcoinClient;
  readonly url: string;
  readonly db: Database;
  readonly log: Log;
  readonly databaseUrl: string;
  readonly addresses: AddressBook;
  scan(): Promise<void>;
  end(): Promise<void>;
};

/** Own addresses that are no user's. */
const ownFixed: ReadonlyMap<string, "hot" | "cold"> = new Map([
  [bitcoinHotAddress, "hot"],
  [bitcoinColdAddress, "cold"],
]);

const addressesIn = (db: Database, log: Log): AddressBook =>
  addressBook({ db, log }, network, bitcoinAddressesOf(network, bitcoinDepositXpub));

/** What reads a Bitcoin chain, as the wallet opens it. */
export async function bitcoinScannerOn(db: Database, url: string, log: Log): Promise<Scanner> {
  return openScanner({
    db,
    addresses: addressesIn(db, log),
    chain: await openBitcoinChain({ network, url, timeoutMs: 5_000 }),
    instruments: async () => bitcoinInstruments,
    firstHeight: undefined,
    time: systemTime,
    log,
    wakeOutbox: () => undefined,
    ownMoves: (tx, txids) => ownPlaces.ownMoves(tx, txids),
    coins: coinKeeper(network, ownFixed),
  });
}

/** A wallet's parts on a real Bitcoin chain and a real database; the core is played by `answer`. */
export async function openBitcoinFixture(): Promise<BitcoinFixture> {
  const [bcoin, database] = [await startBcoin(), await throwAwayDatabase()];
  await migrateWallet(database.url);
  const opened = openDatabase(database.url, 4);
  const { db } = opened;
  const log = createLog("test");
  const scanner = await bitcoinScannerOn(db, bcoin.url, log);
  await scanner.run();
  return {
    bitcoin: bcoin.client,
    url: bcoin.url,
    db,
    log,
    databaseUrl: database.url,
    addresses: addressesIn(db, log),
    scan: () => scanner.run(),
    ...walletRows(db, log),
    async end() {
      await opened.close();
      await bcoin.end();
      await database.drop();
    },
  };
}
