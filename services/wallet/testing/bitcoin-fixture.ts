import { HDKey } from "@scure/bip32";
import { mnemonicToSeedSync } from "@scure/bip39";
import { type Instruments, instrumentsOf } from "@tidemark/contracts";
import { createLog, type Database, type Log, openDatabase, systemTime } from "@tidemark/kit-node";
import { throwAwayDatabase } from "@tidemark/kit-testing";
import { type AddressBook, addressBook } from "../src/addresses/address-book.ts";
import { bitcoinAddressesOf } from "../src/addresses/derive.ts";
import { openBitcoinChain } from "../src/chains/bitcoin/bitcoin-chain.ts";
import { coinKeeper } from "../src/coins/coin-book.ts";
import { openScanner } from "../src/deposits/scanner.ts";
import { migrateWallet } from "../src/migrate.ts";
import { ownPlaces } from "../src/payments/own-balances.ts";
import { type BcoinClient, startBcoin } from "./bcoin.ts";
import { testWords } from "./signer-process.ts";
import { type WalletRows, walletRows } from "./wallet-rows.ts";

const network = "BITCOIN_REGTEST";
const versions = { public: 0x043587cf, private: 0x04358394 };
/** Keys of test chains (BIP 84), of the words that the signer of tests has. */
export const testAccount: HDKey = HDKey.fromMasterSeed(mnemonicToSeedSync(testWords), versions).derive("m/84'/1'");
/** The account of Bitcoin deposits on a local chain, as the signer derives it from the same words. */
const testTpub: string = testAccount.derive("m/1'").publicExtendedKey;

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

/** A wallet's parts on a real Bitcoin chain and a real database; the core is played by `answer`. */
export async function openBitcoinFixture(
  fixed: ReadonlyMap<string, "hot" | "cold"> = new Map(),
): Promise<BitcoinFixture> {
  const [bcoin, database] = [await startBcoin(), await throwAwayDatabase()];
  await migrateWallet(database.url);
  const opened = openDatabase(database.url, 4);
  const { db } = opened;
  const log = createLog("test");
  const addresses = addressBook({ db, log }, network, bitcoinAddressesOf(network, testTpub));
  const scanner = openScanner({
    db,
    addresses,
    chain: await openBitcoinChain({ network, url: bcoin.url, timeoutMs: 5_000 }),
    instruments: async () => bitcoinInstruments,
    firstHeight: undefined,
    time: systemTime,
    log,
    wakeOutbox: () => undefined,
    ownMoves: (tx, txids) => ownPlaces.ownMoves(tx, txids),
    coins: coinKeeper(network, fixed),
  });
  await scanner.run();
  return {
    bitcoin: bcoin.client,
    url: bcoin.url,
    db,
    log,
    databaseUrl: database.url,
    addresses,
    scan: () => scanner.run(),
    ...walletRows(db, log),
    async end() {
      await opened.close();
      await bcoin.end();
      await database.drop();
    },
  };
}
