import {
  assetNetworks,
  calls,
  type Instruments,
  type NetworkId,
  type PublishedFunds,
  type ReadNetwork,
  success,
} from "@tidemark/contracts";
import type { Seal, Verifier } from "@tidemark/contracts/codec";
import { custodyCall, type CustodyRow } from "@tidemark/contracts/journal";
import { type Bus, type CoreClient, type Database, type Log, openEventFeed, type Time } from "@tidemark/kit-node";
import { openBitcoinPayments } from "./chains/bitcoin/bitcoin-payments.ts";
import { isBitcoinNetwork } from "./chains/bitcoin/bitcoin-networks.ts";
import { openEvmPayments } from "./chains/evm/evm-payments.ts";
import { hasAccounts, type PaymentChain } from "./chains/payment-chain.ts";
import { coinBook } from "./coins/coin-book.ts";
import type { ChainSetting } from "./config.ts";
import { schema } from "./deposits/credit.ts";
import { type AskPublication, openReserveStatements } from "./reserves/statements.ts";
import { askingApproved, heldConsumer, openIntake } from "./payments/withdrawals/intake.ts";
import { openHotShare } from "./payments/reconciliation/hot-share.ts";
import { openHotTarget } from "./payments/own-moves/hot-target.ts";
import { openConsolidation } from "./payments/own-moves/utxo-consolidation.ts";
import { openPayer } from "./payments/withdrawals/payer.ts";
import { type AskCustody, openReconciliation } from "./payments/reconciliation/reconciliation.ts";
import { openReport, reportingToPlatform } from "./payments/withdrawals/report.ts";
import { signerClient } from "./payments/sends/signer-client.ts";
import { type Closing, repeated } from "./repeated.ts";
import { openSweeps, ownMoveHandlers } from "./payments/own-moves/sweeps.ts";
import { askingTickers, openWorths } from "./limits/worths.ts";

export type PaymentSettings = {
  readonly socketPath: string;
  /** 64 hex digits. */
  readonly requestKey: string;
  readonly everyMs: number;
  readonly stuckMs: number;
  readonly nodeTimeoutMs: number;
  readonly signerTimeoutMs: number;
};
export type PaymentsDeps = {
  readonly settings: PaymentSettings;
  readonly chains: readonly ChainSetting[];
  /** Second nodes, by network. */
  readonly witnesses: ReadonlyMap<NetworkId, string>;
  readonly coldAddresses: ReadonlyMap<NetworkId, string>;
  /** What the hot address of a network keeps of each asset, in the network's smallest units. */
  readonly hotTargets: (network: NetworkId) => ReadonlyMap<string, bigint>;
  readonly db: Database;
  readonly bus: Bus;
  readonly client: CoreClient;
  readonly coreKeys: Verifier;
  /** The key of what the wallet asks of the platform. */
  readonly platform: Seal;
  readonly instruments: (wanted: readonly string[]) => Promise<Instruments>;
  readonly time: Time;
  readonly log: Log;
  readonly wakeOutbox: () => void;
  /** What is read of each chain that deposits come by. */
  readonly readNetworks: () => readonly ReadNetwork[];
};

/** Operators see payments and halts this late. */
const reportEveryMs = 2_000;

const partOf = (part: string, everyMs: number) => ({ facts: { part }, words: "payments: round failed", everyMs });

const askingCustody =
  (client: CoreClient): AskCustody =>
  async () => {
    const reply = await client.ask("now", { call: custodyCall, uid: 0, ask: {} });
    if (reply?.code !== success || reply.stale === true)
      throw new Error("reconciliation: the core does not say what is in custody");
    const { rows } = reply.data as { rows: readonly CustodyRow[] };
    return new Map(rows.map(({ assetId, units }) => [assetId, BigInt(units)]));
  };

const askingPublication =
  (client: CoreClient): AskPublication =>
  async () => {
    const reply = await client.ask("fundsProof", { call: calls.fundsProof.name, uid: 0, ask: {} });
    return reply?.code === success ? (reply.data as PublishedFunds) : undefined;
  };

/** All that pays withdrawals: what the core holds, what the platform approves, and one payer for each network. */
export function openPayments(deps: PaymentsDeps): Closing {
  const { settings, chains, witnesses, db, bus, client, coreKeys, time, log } = deps;
  const networksHere = chains.map(({ network }) => network);
  const signer = signerClient({ ...settings, db, timeoutMs: settings.signerTimeoutMs });
  const toPlatform = { bus, core: client.core, seal: deps.platform, clock: time };
  const intake = openIntake({
    db,
    ask: askingApproved(toPlatform),
    instruments: deps.instruments,
    isPaidHere: (network) => networksHere.includes(network),
    clock: time,
    log,
  });
  const worths = openWorths({
    db,
    tickers: askingTickers(client),
    instruments: deps.instruments,
    clock: time,
    log,
  });
  const report = openReport({
    db,
    send: reportingToPlatform(toPlatform),
    networks: deps.readNetworks,
    clock: time,
    log,
  });
  const isCounted = (asset: string, looked: readonly string[]): boolean => {
    const places = assetNetworks.filter((one) => one.asset === asset).map(({ network }) => network);
    const paid = places.filter((network) => networksHere.includes(network));
    return looked.length === paid.length && paid.every((network) => looked.includes(network));
  };
  function chainAt(network: NetworkId, url: string): Promise<PaymentChain> {
    const node = { network, url, timeoutMs: settings.nodeTimeoutMs };
    return isBitcoinNetwork(network)
      ? openBitcoinPayments({ ...node, book: coinBook(db, network) })
      : openEvmPayments(node);
  }

  async function partsOf({ network, url }: ChainSetting) {
    const second = witnesses.get(network);
    const chain = await chainAt(network, url);
    const witness = second === undefined ? undefined : await chainAt(network, second);
    const own = { db, chain, time, log };
    const { instruments } = deps;
    const coldAddress = deps.coldAddresses.get(network);
    const reconciliation = openReconciliation({
      ...own,
      // The node that deposits are read from must not vouch for itself.
      chain: witness ?? chain,
      instruments,
      coldAddress,
      isCounted,
      custody: askingCustody(client),
    });
    const mayPay = (): boolean => reconciliation.isRecent();
    return {
      hotShare: openHotShare({ ...own, coldAddress, instruments }),
      hotTarget: openHotTarget({ ...own, coldAddress, targets: deps.hotTargets(network) }),
      payer: openPayer({ ...own, witness, signer, mayPay, stuckMs: settings.stuckMs, handlers: ownMoveHandlers(own) }),
      // Coins of deposit addresses are spent where they are.
      sweeps: hasAccounts(chain) ? openSweeps({ ...own, chain }) : undefined,
      consolidation: hasAccounts(chain) ? undefined : openConsolidation({ ...own, chain }),
      reserves: openReserveStatements({
        ...own,
        chain: witness ?? chain,
        instruments,
        coldAddress,
        signer,
        publication: askingPublication(client),
      }),
      reconciliation,
    };
  }

  function payerOf(setting: ChainSetting): Closing {
    let opened: Awaited<ReturnType<typeof partsOf>> | undefined;
    return repeated(deps, partOf(setting.network, settings.everyMs), async () => {
      const { payer, sweeps, consolidation, hotShare, hotTarget, reserves, reconciliation } = (opened ??=
        await partsOf(setting));
      await payer.run(async (round) => {
        // Before the sweeps: they send what the rows do not have at the block that is compared.
        await reconciliation.run(round);
        await reserves.run(round);
        await hotShare.run(round);
        await sweeps?.run(round);
        await hotTarget.run(round);
        await consolidation?.run(round);
      });
      deps.wakeOutbox();
    });
  }

  const parts = [
    openEventFeed({ db, schema, client, bus, coreKeys, time, log }, heldConsumer({ log })),
    repeated(deps, partOf("intake", settings.everyMs), async () => {
      // Before the intake, or payments would wait for their worth. A core that does not say its prices stops no intake.
      const problem: unknown = await worths.run().catch((error: unknown) => error);
      await intake.run();
      deps.wakeOutbox();
      if (problem !== undefined) throw problem;
    }),
    repeated(deps, partOf("report", reportEveryMs), () => report.run()),
    ...chains.map(payerOf),
  ];
  return {
    async close() {
      for (const part of parts) await part.close();
    },
  };
}
