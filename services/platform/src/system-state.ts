import { consoleCalls, type ExchangeName, success, type SystemCore, type SystemGateway } from "@tidemark/contracts";
import { type CoreState, coreStateCall } from "@tidemark/contracts/journal";
import {
  type Answer,
  answer,
  type Clock,
  type CoreClient,
  type Database,
  given,
  outboxStates,
  type RepeatState,
} from "@tidemark/kit-node";

export type SystemDeps = {
  readonly db: Database;
  readonly clock: Pick<Clock, "now" | "steady">;
  readonly cores: readonly { readonly exchange: ExchangeName; readonly client: CoreClient }[];
  readonly jobs: () => readonly RepeatState[];
  readonly gateways: (at: number) => Promise<readonly (Omit<SystemGateway, "exchange"> & { readonly core: string })[]>;
};

/** Names by their role, as far as signs of life show it: a process that answers about now follows. */
function processesOf({ node, leader, nodes, logicVer }: CoreState): NonNullable<SystemCore["state"]>["processes"] {
  const own = { node, silentMs: 0, answersNow: true, logicVer };
  return [own, ...nodes]
    .map(({ node: name, silentMs, answersNow, logicVer: known }) => ({
      node: name,
      role: name === leader ? ("LEADER" as const) : answersNow ? ("FOLLOWER" as const) : ("OTHER" as const),
      silentMs,
      logicVer: known,
    }))
    .toSorted((a, b) => (a.node < b.node ? -1 : 1));
}

async function stateOf(
  { clock }: Pick<SystemDeps, "clock">,
  { exchange, client }: SystemDeps["cores"][number],
): Promise<SystemCore> {
  const began = clock.steady();
  const reply = await client.ask("now", { call: coreStateCall, uid: 0, ask: {} });
  const answeredInMs = Math.round(clock.steady() - began);
  if (reply?.code !== success) return { exchange, core: client.core, state: null, answeredInMs };
  const state = reply.data as CoreState;
  const { node, leader, epoch, announcedSeq, appliedSeq, appliedAt, logicVer } = state;
  const seq = Math.max(announcedSeq, appliedSeq);
  const processes = processesOf(state);
  return {
    exchange,
    core: client.core,
    state: { node, leader, epoch, seq, behind: seq - appliedSeq, appliedAt, logicVer, processes },
    answeredInMs,
  };
}

/** What operators see of the running system: cores, outboxes and jobs. It stands outside the modules because it is about all of them. */
export function systemAnswers(deps: SystemDeps): Answer[] {
  const startedAt = deps.clock.now();
  return [
    answer(consoleCalls.systemState, async () => {
      const at = deps.clock.now();
      const [cores, outboxes, reported] = await Promise.all([
        Promise.all(deps.cores.map((core) => stateOf(deps, core))),
        outboxStates(deps.db, at),
        deps.gateways(at),
      ]);
      const gateways = reported.map(({ core, ...gateway }) => {
        const exchange = deps.cores.find(({ client }) => client.core === core)?.exchange ?? "REAL";
        return { ...gateway, exchange };
      });
      return given({ at, cores, outboxes, jobs: [...deps.jobs()], gateways, startedAt });
    }),
  ];
}
