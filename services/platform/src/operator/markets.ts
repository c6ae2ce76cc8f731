import { randomUUID } from "node:crypto";
import { consoleCalls, type ExchangeName } from "@tidemark/contracts";
import type { MarketState } from "@tidemark/contracts/journal";
import { type Asked, auditLog, enqueueCommands, given, inTransaction, type Outcome, refuse } from "@tidemark/kit-node";
import { type OperatorDeps, operatorOf, outboxes } from "./deps.ts";
import { type Proposal, proposals } from "./store.ts";

const setStatus = consoleCalls.setMarketStatus;
const stoppable: readonly string[] = ["TRADING", "CANCEL_ONLY"];

/** What keeps a closed market from being opened again; undefined: nothing, or it was not closed. */
export function reopeningProblem(
  market: Pick<MarketState, "status" | "hasIndex" | "indexStale">,
  closedForMs: number,
  reopenAfterMs: number,
): string | undefined {
  if (market.status === "HALT") return "the market is halted: it is opened again through CANCEL_ONLY";
  if (market.status !== "CANCEL_ONLY") return undefined;
  if (market.hasIndex && market.indexStale) return "the index is stale: the market opens with a fresh one";
  const leftMs = reopenAfterMs - closedForMs;
  return leftMs <= 0 ? undefined : `the market stays cancel-only for another ${Math.ceil(leftMs / 1_000)} s`;
}

/** The refusal of an approval that would open a market too early; the core has the last word about what follows what. */
export async function openingRefusal(
  deps: OperatorDeps,
  { exchange, id }: Pick<Proposal, "exchange" | "id">,
): Promise<Outcome<never> | undefined> {
  const proposal = await proposals.get(deps.db, exchange, id);
  if (proposal?.call !== setStatus.name || proposal.state !== "WAITING" || proposal.ask.status !== "TRADING")
    return undefined;
  const symbol = String(proposal.ask.symbol);
  const market = (await deps.markets(exchange))?.find((one) => one.symbol === symbol);
  if (market === undefined) return refuse("BUSY");
  const closedAt = await proposals.closedAt(deps.db, exchange, setStatus.name, symbol);
  const problem = reopeningProblem(market, deps.clock.now() - closedAt, deps.reopenAfterMs);
  return problem === undefined ? undefined : refuse("REQUEST_INVALID", { problem });
}

/** Halts every market that trades or takes cancels: one transaction, and as many statements for a hundred markets as for one. */
export async function stopAllMarkets(
  deps: OperatorDeps,
  { exchange, reason }: { readonly exchange: ExchangeName; readonly reason: string },
  asked: Asked,
): Promise<Outcome<{ stopped: string[] }>> {
  const [markets, instruments] = await Promise.all([deps.markets(exchange), deps.instruments(exchange)]);
  if (markets === undefined || instruments === undefined) return refuse("BUSY");
  const symbols = markets.filter(({ status }) => stoppable.includes(status)).map(({ symbol }) => symbol);
  const halts = symbols.map((symbol) => {
    const ask = { symbol, status: "HALT", liquidates: false } as const;
    const command = setStatus.commandOf({ ...ask, exchange, reason }, instruments);
    if ("problem" in command) throw new Error(`no command halts ${symbol}`);
    return { id: randomUUID(), ask, command };
  });
  const outcome = await inTransaction(deps.db, async (tx): Promise<Outcome<{ stopped: string[] }>> => {
    const operator = await operatorOf(deps, tx, asked, "markets");
    if (typeof operator === "string") return refuse(operator);
    const at = deps.clock.now();
    const of = { exchange, call: setStatus.name, role: "markets", reason, by: operator.uid, at } as const;
    const numbers = await enqueueCommands(
      tx,
      outboxes[exchange],
      halts.map(({ command }) => command),
      at,
    );
    await proposals.addSent(
      tx,
      { ...of, deviceId: operator.deviceId, until: at + deps.proposalValidMs },
      halts.map((halt, place) => ({ ...halt, number: numbers[place]! })),
    );
    const by = { uid: operator.uid, origin: asked.from.ip, reason };
    await auditLog.append(
      tx,
      halts.flatMap(({ id, ask }) => [
        {
          at,
          subject: id,
          action: "proposed",
          ...by,
          before: null,
          after: { exchange, call: setStatus.name, ask, needed: 0 },
        },
        { at, subject: id, action: "sent", ...by, before: "WAITING", after: "SENT" },
      ]),
    );
    return given({ stopped: symbols });
  });
  if (outcome.ok) deps.wakeOutbox(exchange);
  return outcome;
}
