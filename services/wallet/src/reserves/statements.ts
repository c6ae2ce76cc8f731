import {
  assetNetworks,
  type Instruments,
  ledgerUnitsOf,
  type PublishedFunds,
  type PublishedReserve,
  recoverAddress,
  reserveStatementText,
  statementRootsMax,
} from "@tidemark/contracts";
import { type Database, inTransaction, type Log, type Time } from "@tidemark/kit-node";
import { hasAccounts, type PaymentChain } from "../chains/payment-chain.ts";
import type { Tip } from "../deposits/store.ts";
import { balancesAt, ownPlaces, placeKey } from "../payments/reconciliation/own-balances.ts";
import type { Round } from "../payments/sends/round.ts";
import type { SignerClient } from "../payments/sends/signer-client.ts";
import { type Statement, statements } from "./store.ts";

type Publication = Pick<PublishedFunds, "stateSeq" | "at"> & {
  readonly assets: readonly Pick<PublishedFunds["assets"][number], "asset" | "root">[];
};
/** The newest publication of what is owed; undefined: there is none, or nobody answers. */
export type AskPublication = () => Promise<Publication | undefined>;

export type ReserveDeps = {
  readonly db: Database;
  readonly chain: PaymentChain;
  readonly coldAddress: string | undefined;
  readonly signer: Pick<SignerClient, "signReserves">;
  readonly publication: AskPublication;
  readonly instruments: (wanted: readonly string[]) => Promise<Instruments>;
  readonly time: Pick<Time, "now">;
  readonly log: Log;
};

const askEveryMs = 5_000;

/**
 * For every publication of what is owed: what own addresses have at the newest block that was read, stored once, and the hot address's
 * signature under the roots. The cold address signs offline. Statements are signed in a form that only EVM addresses have: those of other networks
 * are published with their balances and without a text, so that everybody sees that they have not signed.
 */
export function openReserveStatements(deps: ReserveDeps): { run(round: Round): Promise<void> } {
  const { db, chain, coldAddress, time, log } = deps;
  const { network } = chain;
  const canSign = hasAccounts(chain);
  const here = assetNetworks.filter((one) => one.network === network);
  let askedAt = Number.NEGATIVE_INFINITY;
  let signedSeq = 0;

  async function placesOf(hotAddress: string) {
    const fixed = (address: string) => here.map(({ asset }) => ({ asset, address }));
    const deposits = await ownPlaces.all(db, network);
    return [
      { role: "hot", address: hotAddress, places: fixed(hotAddress) },
      ...(coldAddress === undefined
        ? []
        : [{ role: "cold", address: coldAddress, places: fixed(coldAddress) } as const]),
      { role: "deposits", address: "", places: deposits },
    ] as const;
  }

  async function write({ stateSeq, at, assets }: Publication, hotAddress: string, tip: Tip): Promise<void> {
    const groups = await placesOf(hotAddress);
    const { balances, silent } = await balancesAt(
      chain,
      groups.flatMap(({ places }) => places),
      tip.hash,
    );
    const instruments = await deps.instruments([]);
    const roots = assets.map(({ asset, root }) => ({ asset, root })).toSorted((a, b) => (a.asset < b.asset ? -1 : 1));
    const where = { network, block: tip.height, blockHash: tip.hash };
    const rows = groups.map(({ role, address, places }): Statement => {
      const sums: PublishedReserve["balances"] = here.flatMap(({ asset, decimals }) => {
        const entry = instruments.asset(asset);
        const own = places.filter((place) => place.asset === asset);
        const units = own.reduce((sum, place) => sum + (balances.get(placeKey(place)) ?? 0n), 0n);
        return entry === undefined || silent.has(asset)
          ? []
          : [{ asset, units: String(ledgerUnitsOf(units, decimals, entry.scale)) }];
      });
      const isSigner = canSign && role !== "deposits";
      const text = isSigner ? reserveStatementText({ ...where, at, stateSeq, address, roots }) : "";
      return { ...where, stateSeq, role, address, balances: sums, text };
    });
    await inTransaction(db, async (tx) => {
      for (const row of rows) await statements.add(tx, row, time.now());
    });
  }

  async function sign(text: string, address: string): Promise<boolean> {
    const answer = await deps.signer.signReserves(network, text);
    if (!answer.ok) {
      log.error({ network, reason: answer.reason }, "reserves: the signer refuses a statement");
      return false;
    }
    if (recoverAddress(text, answer.signature) !== address.toLowerCase())
      throw new Error("reserves: signed by another address than was asked for");
    await statements.sign(db, text, answer.signature, time.now());
    return true;
  }

  async function publish({ hotAddress, tip }: Round): Promise<void> {
    const published = tip === undefined ? undefined : await deps.publication();
    if (tip === undefined || published === undefined || published.stateSeq <= signedSeq) return;
    const { stateSeq, assets } = published;
    if (assets.length === 0 || assets.length > statementRootsMax)
      throw new Error(`reserves: a statement has 1 to ${statementRootsMax} roots, not ${assets.length}`);
    if ((await statements.ofNetwork(db, stateSeq, network)).length === 0) await write(published, hotAddress, tip);
    if (!canSign) {
      signedSeq = stateSeq;
      return;
    }
    const own = (await statements.ofNetwork(db, stateSeq, network)).find(({ role }) => role === "hot");
    if (own !== undefined && (own.signature !== "" || (await sign(own.text, own.address)))) signedSeq = stateSeq;
  }

  return {
    async run(round) {
      if (time.now() - askedAt < askEveryMs) return;
      askedAt = time.now();
      // No withdrawal waits for a statement.
      await publish(round).catch((error: unknown) =>
        log.error({ network, problem: error instanceof Error ? error.message : "unknown" }, "reserves: not published"),
      );
    },
  };
}
