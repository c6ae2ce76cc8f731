import {
  calls,
  type InstrumentList,
  type Instruments,
  instrumentsOf,
  type NetworkId,
  success,
} from "@tidemark/contracts";
import { producers } from "@tidemark/contracts/journal";
import {
  admission,
  type Bus,
  commandSender,
  type CoreClient,
  coreClient,
  coreKeysOf,
  createRateLimits,
  type Database,
  developmentKey,
  type Log,
  openDatabase,
  openOutbox,
  openRepeat,
  openRpcServer,
  type OutboxAnswer,
  primaryUrl,
  rateRulesOf,
  sealsOf,
  thinOutbox,
  type Time,
} from "@tidemark/kit-node";
import { addressBooks } from "./addresses/address-books.ts";
import { isBitcoinNetwork } from "./chains/bitcoin/bitcoin-networks.ts";
import { openChain } from "./chains/open-chain.ts";
import { type CoinKeeper, coinKeeper } from "./coins/coin-book.ts";
import { type ChainSetting, chainsOf, coldAddressesOf, type Config, hotTargetsOf, witnessesOf } from "./config.ts";
import { depositAnswers } from "./deposits/answers.ts";
import { schema, storeAnswers } from "./deposits/credit.ts";
import { openScanner, type Scanner, type ScannerDeps } from "./deposits/scanner.ts";
import { paymentAnswers } from "./payments/withdrawals/answers.ts";
import { storeEnds } from "./payments/withdrawals/ends.ts";
import { ownPlaces } from "./payments/reconciliation/own-balances.ts";
import { openPayments, type PaymentSettings } from "./open-payments.ts";
import { senders } from "./payments/sends/sends-store.ts";
import { signerClient } from "./payments/sends/signer-client.ts";
import { type Closing, repeated } from "./repeated.ts";
import { reserveAnswers } from "./reserves/answers.ts";
import { sessionsOf } from "./platform/sessions.ts";

export type WalletDeps = { readonly config: Config; readonly bus: Bus; readonly time: Time; readonly log: Log };
export type Wallet = {
  /** Whether every chain was read to its tip recently. */
  isReady(): boolean;
  close(): Promise<void>;
};

/** A caller's requests may come through several gateways, each of which lets one allowance through. */
const gatewaysPerCaller = 4;
const thinEveryMs = 60 * 60_000;
const thinnedPerRunMax = 5_000;
const instrumentsEveryMs = 60_000;

function keysOf({ BUS_KEYS, TIDEMARK_MODE }: Config) {
  const seals = sealsOf(BUS_KEYS, TIDEMARK_MODE);
  const [own, rpc, platform] = [seals.of("wallet"), seals.of("wallet_rpc"), seals.of("wallet_asks")];
  if (own === undefined || rpc === undefined || platform === undefined)
    throw new Error("BUS_KEYS needs the keys of wallet, wallet_rpc and wallet_asks");
  return { own, rpc, platform };
}

/** Undefined: there is no signer, and nothing is paid. Without a key development has one that is public. */
function paymentSettingsOf(config: Config): PaymentSettings | undefined {
  if (config.SIGNER_SOCKET === "") return undefined;
  const { SIGNER_REQUEST_KEY: key } = config;
  return {
    socketPath: config.SIGNER_SOCKET,
    requestKey: key === "" ? developmentKey("SIGNER_REQUEST_KEY") : key,
    everyMs: config.PAY_EVERY_MS,
    stuckMs: config.PAYMENT_STUCK_MS,
    nodeTimeoutMs: config.NODE_TIMEOUT_MS,
    signerTimeoutMs: config.SIGNER_TIMEOUT_MS,
  };
}

/** Each side stores the answers to its own commands. */
async function storeAll(deps: Parameters<typeof storeAnswers>[0], tx: Database, answers: readonly OutboxAnswer[]) {
  const ofPayments = (one: OutboxAnswer): boolean => one.command.type === "end_withdrawal";
  await storeEnds(deps, tx, answers.filter(ofPayments));
  await storeAnswers(
    deps,
    tx,
    answers.filter((one) => !ofPayments(one)),
  );
}

async function instrumentsFrom(core: CoreClient): Promise<Instruments | undefined> {
  const reply = await core.ask("now", { call: calls.marketInstruments.name, uid: 0, ask: {} });
  return reply?.code === success ? instrumentsOf(reply.data as InstrumentList) : undefined;
}

type ChainScan = Closing & { readonly network: NetworkId; readAt(): number | undefined };

/** Reads one chain again and again. A node that does not answer, or is on another chain, keeps none of the others waiting. */
function openScan(
  { network, url, firstHeight }: ChainSetting,
  timeoutMs: number,
  everyMs: number,
  deps: Omit<ScannerDeps, "chain" | "firstHeight" | "time" | "coins"> & {
    readonly time: Time;
    readonly coinsOf: (network: NetworkId) => Promise<CoinKeeper | undefined>;
  },
): ChainScan {
  const { time } = deps;
  let scanner: Scanner | undefined;
  let readAt: number | undefined;
  const scan = repeated(deps, { facts: { network }, words: "deposits: scan failed", everyMs }, async () => {
    scanner ??= openScanner({
      ...deps,
      firstHeight,
      chain: await openChain({ network, url, timeoutMs }),
      coins: await deps.coinsOf(network),
    });
    await scanner.run();
    readAt = time.steady();
  });
  return { network, readAt: () => readAt, close: () => scan.close() };
}

/**
 * Where a network has coins instead of accounts, those of the hot and cold addresses are kept too. The first time the hot address is the
 * signer's word: nothing is read before, for what is paid to it meanwhile would be missed.
 */
async function coinsOf(
  db: Database,
  network: NetworkId,
  settings: PaymentSettings | undefined,
  coldAddress: string | undefined,
): Promise<CoinKeeper | undefined> {
  if (!isBitcoinNetwork(network)) return undefined;
  const fixed = new Map<string, "hot" | "cold">(coldAddress === undefined ? [] : [[coldAddress, "cold"]]);
  const known = await senders.hot(db, network);
  if (settings !== undefined && known.length === 0) {
    const signer = signerClient({ ...settings, db, timeoutMs: settings.signerTimeoutMs });
    known.push((await signer.status(network)).hotAddress);
  }
  for (const address of known) fixed.set(address, "hot");
  return coinKeeper(network, fixed);
}

/** Deposits of all chains to the core, withdrawals to their chains, and what users ask about both. Several may run: each block is taken by one of them. */
export async function openWallet({ config, bus, time, log }: WalletDeps): Promise<Wallet> {
  const { CORE_NAME: core, CORE_PUBLIC_KEYS: publicKeys, TIDEMARK_MODE: mode } = config;
  const keys = keysOf(config);
  const chains = chainsOf(config);
  const coreKeys = coreKeysOf({ core, publicKeys, mode });
  const url = await primaryUrl(config.POSTGRES_URLS.split(","));
  const database = openDatabase(url, config.DATABASE_CONNECTIONS_MAX, config.DATABASE_TIMEOUT_MS);
  const { db } = database;
  const toCore = { bus, core, by: "wallet", seal: keys.own, coreKeys } as const;
  const commands = commandSender({ ...toCore, time });
  const client = coreClient({ ...toCore, clock: time });
  const addressesOf = addressBooks({ db, log }, chains, config);
  const outbox = openOutbox({
    db,
    schema,
    producer: producers.wallet,
    sender: commands,
    time,
    log,
    answered: (tx, answers) => storeAll({ log, now: () => time.now() }, tx, answers),
  });
  let instruments: Instruments | undefined;
  let askedAt = Number.NEGATIVE_INFINITY;
  /** An asset may have been listed a moment ago: that it is not known is believed only from a new answer. */
  async function instrumentsWith(wanted: readonly string[]): Promise<Instruments> {
    const isRecent = time.steady() - askedAt < instrumentsEveryMs;
    if (instruments !== undefined && isRecent && wanted.every((asset) => instruments?.asset(asset) !== undefined))
      return instruments;
    const asked = await instrumentsFrom(client);
    if (asked === undefined) throw new Error("the core does not say which assets there are");
    askedAt = time.steady();
    return (instruments = asked);
  }
  const settings = paymentSettingsOf(config);
  const paidOn = settings === undefined ? [] : chains;
  const paidNetworks = paidOn.map(({ network }) => network);
  const witnesses = witnessesOf(config, paidNetworks);
  const coldAddresses = coldAddressesOf(config, paidNetworks);
  const scanDeps = {
    db,
    coinsOf: (network: NetworkId) => coinsOf(db, network, settings, coldAddresses.get(network)),
    instruments: instrumentsWith,
    time,
    log,
    wakeOutbox: () => outbox.wake(),
    ownMoves: (tx: Database, txids: readonly string[]) => ownPlaces.ownMoves(tx, txids),
  };
  /** Only where no row has it yet: deposits do not wait for the signer otherwise. */
  const askHot = async (network: NetworkId): Promise<string | undefined> =>
    settings === undefined || isBitcoinNetwork(network)
      ? undefined
      : (await signerClient({ ...settings, db, timeoutMs: settings.signerTimeoutMs }).status(network)).hotAddress;
  const scans = chains.map((chain) =>
    openScan(chain, config.NODE_TIMEOUT_MS, config.SCAN_EVERY_MS, {
      ...scanDeps,
      unexplained: (tx, transfers) => ownPlaces.unexplained(tx, chain.network, transfers, () => askHot(chain.network)),
      addresses: addressesOf(chain.network),
    }),
  );
  const isFresh = (scan: ChainScan | undefined): boolean =>
    time.steady() - (scan?.readAt() ?? Number.NEGATIVE_INFINITY) < config.SCAN_AGE_MAX_MS;
  const rpc = openRpcServer(
    {
      bus,
      core,
      owner: "wallet",
      seal: keys.rpc,
      clock: time,
      log,
      inFlightMax: config.QUESTIONS_IN_FLIGHT_MAX,
      admit: admission({
        clock: time,
        limits: createRateLimits(rateRulesOf(config, gatewaysPerCaller), time),
        factorFreshMs: 0,
        sessionOf: sessionsOf({ bus, core, seal: keys.platform, clock: time, log }),
      }),
    },
    [
      ...depositAnswers({
        db,
        clock: time,
        addressesOf,
        networks: chains.map(({ network }) => network),
        isOpen: (network) => isFresh(scans.find((scan) => scan.network === network)),
      }),
      ...paymentAnswers({ db }),
      ...reserveAnswers({ db }),
    ],
  );
  // A wrong one stops the start, not the first round.
  for (const { network } of chains) hotTargetsOf(config, network);
  const asks = { bus, client, coreKeys, platform: keys.platform, instruments: instrumentsWith };
  const payments =
    settings === undefined
      ? []
      : [
          openPayments({
            ...asks,
            settings,
            chains: paidOn,
            witnesses,
            coldAddresses,
            hotTargets: (network) => hotTargetsOf(config, network),
            db,
            time,
            log,
            wakeOutbox: () => outbox.wake(),
            readNetworks: () => scans.map((scan) => ({ network: scan.network, isRead: isFresh(scan) })),
          }),
        ];
  const thinning = openRepeat(
    { db, time, log },
    {
      name: "wallet retention",
      everyMs: thinEveryMs,
      run: (tx) => thinOutbox(tx, schema, time.now(), thinnedPerRunMax),
    },
  );
  return {
    isReady: () => scans.every(isFresh),
    async close() {
      await rpc.close();
      for (const each of [...payments, ...scans, thinning, outbox]) await each.close();
      commands.close();
      await database.close();
    },
  };
}
