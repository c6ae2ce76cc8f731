import { calls, gatewayReport, type SystemStatus } from "@tidemark/contracts";
import { type Answer, answer, type Clock, type Database, given, type Outcome } from "@tidemark/kit-node";
import { historyOf, shownSince } from "./history.ts";
import { changes, gateways, measurements } from "./store.ts";

export type StatusDeps = { readonly db: Database; readonly clock: Pick<Clock, "now">; readonly core: string };

const reportedWithinMs = 20_000;
/** Anyone may ask, and the answer reads the rows of ninety days. */
const keptMs = 1_000;

async function statusOf({ db, core }: StatusDeps, at: number): Promise<SystemStatus> {
  const measured = await measurements.last(db);
  const reports = (await gateways.since(db, at - reportedWithinMs)).filter((one) => one.core === core);
  const sum = (of: "sockets" | "requestsPerSecond"): number => reports.reduce((all, one) => all + one[of], 0);
  const history =
    measured === undefined
      ? { components: [], incidents: [] }
      : historyOf(await changes.since(db, shownSince(at)), measured.at, at);
  return {
    at,
    measuredAt: measured?.at ?? null,
    ...history,
    figures: {
      answerMs: measured?.answerMs ?? null,
      sockets: sum("sockets"),
      requestsPerSecond: sum("requestsPerSecond"),
    },
  };
}

/** Contract → store → rules. */
export function statusAnswers(deps: StatusDeps): Answer[] {
  let kept: { readonly at: number; readonly status: Promise<SystemStatus> } | undefined;
  async function status(): Promise<Outcome<SystemStatus>> {
    const at = deps.clock.now();
    if (kept === undefined || Math.abs(at - kept.at) > keptMs) kept = { at, status: statusOf(deps, at) };
    return given(await kept.status);
  }
  return [
    answer(calls.systemStatus, status),
    answer(gatewayReport, async (report, { core }) => {
      await gateways.put(deps.db, { ...report, core, reportedAt: deps.clock.now() });
      return given({});
    }),
  ];
}
