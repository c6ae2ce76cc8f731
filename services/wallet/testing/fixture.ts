import { type AssetNetwork, assetNetworkOf, type Instruments, instrumentsOf } from "@tidemark/contracts";
import { createLog, type Database, type Log, openDatabase, systemTime } from "@tidemark/kit-node";
import { throwAwayDatabase } from "@tidemark/kit-testing";
import type { Hex } from "viem";
import { mnemonicToAccount } from "viem/accounts";
import { type AddressBook, addressBook } from "../src/addresses/address-book.ts";
import { evmAddressesOf } from "../src/addresses/derive.ts";
import { openEvmChain } from "../src/chains/evm/evm-chain.ts";
import { openScanner, type Scanner } from "../src/deposits/scanner.ts";
import { migrateWallet } from "../src/migrate.ts";
import { ownPlaces } from "../src/payments/reconciliation/own-balances.ts";
import { startAnvil, type StartedAnvil } from "./anvil.ts";
import { testWords } from "./signer-process.ts";
import { callContract, placeContract } from "./tokens.ts";
import { type WalletRows, walletRows } from "./wallet-rows.ts";

/** As the signer derives it from the same words. */
const testXpub: string = mnemonicToAccount(testWords, { path: "m/44'/60'/1'" as never }).getHdKey().publicExtendedKey!;

/** Of the signer with the same words. */
const hotAddress = mnemonicToAccount(testWords).address;
const usdtTerms: AssetNetwork = assetNetworkOf("USDT", "LOCAL_EVM")!;
export const usdtContract = usdtTerms.tokenContract as Hex;
export const usdcContract = assetNetworkOf("USDC", "LOCAL_EVM")!.tokenContract as Hex;

export const instruments: Instruments = instrumentsOf({
  assets: [
    { id: 1, asset: "USDT", scale: 8, displayDecimals: 2 },
    { id: 3, asset: "ETH", scale: 8, displayDecimals: 8 },
    { id: 4, asset: "USDC", scale: 8, displayDecimals: 2 },
  ],
  markets: [],
});

export type Fixture = WalletRows & {
  readonly anvil: StartedAnvil;
  readonly databaseUrl: string;
  readonly db: Database;
  readonly log: Log;
  readonly addresses: AddressBook;
  readonly scanner: Scanner;
  /** Another process on the same tables. */
  second(): Promise<Scanner>;
  scan(): Promise<void>;
  mine(blocks: number): Promise<void>;
  /** Replaces the newest blocks by empty ones. */
  reorg(depth: number): Promise<void>;
  pay(asset: "USDT" | "USDC", to: string, amount: bigint): Promise<Hex>;
  end(): Promise<void>;
};

/** What reads a chain, as the wallet opens it. */
export async function scannerOn(db: Database, nodeUrl: string, log: Log): Promise<Scanner> {
  return openScanner({
    db,
    addresses: addressesIn(db, log),
    chain: await openEvmChain({ network: "LOCAL_EVM", url: nodeUrl, timeoutMs: 5_000 }),
    instruments: async () => instruments,
    firstHeight: undefined,
    time: systemTime,
    log,
    wakeOutbox: () => undefined,
    ownMoves: (tx, txids) => ownPlaces.ownMoves(tx, txids),
    unexplained: (tx, transfers) => ownPlaces.unexplained(tx, "LOCAL_EVM", transfers, async () => hotAddress),
  });
}
const addressesIn = (db: Database, log: Log): AddressBook => addressBook({ db, log }, "evm", evmAddressesOf(testXpub));

/** Addresses of miners, far from those of users and of the chain itself. */
const firstMiner = 0x10_0000;

/** A wallet's parts on a real chain and a real database; the core is played by `answer`. */
export async function openFixture(): Promise<Fixture> {
  const [anvil, database] = [await startAnvil(), await throwAwayDatabase()];
  const { client } = anvil;
  await migrateWallet(database.url);
  const opened = openDatabase(database.url, 6);
  const { db } = opened;
  const log = createLog("test");
  const addresses = addressesIn(db, log);
  for (const contract of [usdtContract, usdcContract]) {
    await placeContract(client, "Plain", contract);
    await callContract(client, "Plain", contract, "mint", [client.account.address, 10n ** 30n]);
  }
  const scanner = await scannerOn(db, anvil.url, log);
  await scanner.run();
  let reorgs = 0;
  return {
    anvil,
    databaseUrl: database.url,
    db,
    log,
    addresses,
    scanner,
    second: () => scannerOn(db, anvil.url, log),
    scan: () => scanner.run(),
    mine: (blocks) => client.mine({ blocks }),
    async reorg(depth) {
      // As on a real chain the blocks of another miner: anvil loses a block that is the same, by its hash, as one that it replaces.
      reorgs += 1;
      await client.setCoinbase({ address: `0x${(firstMiner + reorgs).toString(16).padStart(40, "0")}` });
      await client.request({ method: "anvil_reorg", params: [depth, []] } as never);
    },
    pay: (asset, to, amount) =>
      callContract(client, "Plain", asset === "USDT" ? usdtContract : usdcContract, "transfer", [to, amount]),
    ...walletRows(db, log),
    async end() {
      await opened.close();
      await anvil.end();
      await database.drop();
    },
  };
}
