import {
  type AffectedPart,
  type ComponentState,
  type StatusComponent,
  statusComponents,
  statusDays,
} from "@tidemark/contracts";

// An answer of the status call with something of everything: days of each state, a market that is stopped and incidents that ended.
const at = 1_794_956_652_000;
const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
const dayMs = 24 * hourMs;

type Line = {
  readonly state?: ComponentState;
  readonly affected?: readonly AffectedPart[];
  readonly bad?: Readonly<Record<number, ComponentState>>;
};
const lines: Partial<Record<StatusComponent, Line>> = {
  SPOT: {
    state: "DEGRADED",
    affected: [
      { part: "BTC/USDT", problem: "CANCEL_ONLY" },
      { part: "SOL/USDT", problem: "HALTED" },
    ],
    bad: { 49: "DEGRADED", 89: "DEGRADED" },
  },
  DERIVATIVES: { bad: { 49: "DEGRADED", 50: "DOWN" } },
  DEPOSITS: { state: "DEGRADED", affected: [{ part: "ETHEREUM", problem: "NOT_READ" }], bad: { 89: "DEGRADED" } },
  WITHDRAWALS: { bad: { 31: "DEGRADED", 79: "DEGRADED", 80: "DEGRADED" } },
};
/** Measuring began later than the oldest day. */
const firstMeasured = 12;
const uptimes: Readonly<Record<ComponentState, number | null>> = {
  NOT_MEASURED: null,
  OPERATIONAL: 1,
  DEGRADED: 0.985,
  HALTED: 0.95,
  DOWN: 0.9,
};

const incidents = [
  { component: "SPOT", state: "DEGRADED", affected: lines.SPOT!.affected, from: at - 25 * minuteMs, until: null },
  { component: "DEPOSITS", state: "DEGRADED", affected: lines.DEPOSITS!.affected, from: at - 2 * hourMs, until: null },
  {
    component: "WITHDRAWALS",
    state: "DEGRADED",
    affected: [{ part: "USDT", problem: "HALTED" }],
    from: at - 10 * dayMs,
    until: at - 10 * dayMs + 26 * hourMs,
  },
  {
    component: "DERIVATIVES",
    state: "DOWN",
    affected: [],
    from: at - 39 * dayMs,
    until: at - 39 * dayMs + 4 * minuteMs,
  },
];

export const statusAnswer = {
  at,
  measuredAt: at - 2_000,
  figures: { answerMs: 2, sockets: 14_206, requestsPerSecond: 3_118.4 },
  components: statusComponents.map((component) => {
    const { state = "OPERATIONAL", affected = [], bad = {} } = lines[component] ?? {};
    const days = Array.from({ length: statusDays }, (_, day) => {
      const of = bad[day] ?? (day < firstMeasured ? "NOT_MEASURED" : "OPERATIONAL");
      return { state: of, uptime: uptimes[of] };
    });
    const measured = days.flatMap(({ uptime }) => (uptime === null ? [] : [uptime]));
    const uptime = measured.reduce((sum, one) => sum + one, 0) / measured.length;
    return { component, state, since: at - hourMs, affected, uptime, days };
  }),
  incidents,
};
