import type { ExchangeName, Instruments, OperatorRole, ProposalRow, Refusal } from "@tidemark/contracts";
import { refusalOf } from "@tidemark/contracts";
import type { MarketState } from "@tidemark/contracts/journal";
import { type Asked, auditLog, type Clock, type Database, type Log, type Outcome } from "@tidemark/kit-node";
import { type Operator, roleProblem } from "./rules.ts";
import { type Proposal, roles } from "./store.ts";

/** The outbox of each exchange: their numbers belong to two journals. */
export const outboxes: Readonly<Record<ExchangeName, string>> = { REAL: "operator", SIMULATED: "operator.simulated" };

/** Dependencies of the module's answers. */
export type OperatorDeps = {
  readonly db: Database;
  readonly clock: Pick<Clock, "now">;
  readonly log: Log;
  /** Undefined where the core of this exchange does not answer. */
  readonly instruments: (exchange: ExchangeName) => Promise<Instruments | undefined>;
  /** The markets of this exchange as its core has them now; undefined where it does not answer. */
  readonly markets: (exchange: ExchangeName) => Promise<readonly MarketState[] | undefined>;
  readonly proposalValidMs: number;
  /** How long a market that is opened again has to be cancel-only before. */
  readonly reopenAfterMs: number;
  readonly wakeOutbox: (exchange: ExchangeName) => void;
};

/**
 * The operator who asks, or the refusal. Session and passkey are the console's records; the role is this module's, and stays locked until the
 * transaction ends.
 */
export async function operatorOf(
  deps: OperatorDeps,
  tx: Database,
  asked: Asked,
  role: OperatorRole | "any",
): Promise<Operator | Refusal> {
  const own = await roles.of(tx, asked.uid);
  const problem = roleProblem(own, role);
  if (problem !== undefined) {
    deps.log.warn({ uid: asked.uid, ip: asked.from.ip, role, problem }, "operator: call refused");
    return problem;
  }
  return { uid: asked.uid, deviceId: asked.from.deviceId, roles: own };
}

type Step = {
  readonly action: "proposed" | "approved" | "rejected" | "expired" | "sent" | "answered";
  /** 0: nobody's action, such as an expiry or the core's answer. */
  readonly uid: number;
  readonly origin: string;
  readonly reason: string;
  readonly before: unknown;
  readonly after: unknown;
};

/** Adds a step of a proposal to the audit log. The last statement of its transaction but for further steps. */
export const audit = (tx: Database, id: string, at: number, ...steps: readonly Step[]): Promise<void> =>
  auditLog.append(
    tx,
    steps.map((step) => ({ at, subject: id, ...step })),
  );

/** A proposal as operators see it. */
export function shown({
  command: _command,
  deviceId: _device,
  code,
  facts,
  answeredAt,
  ...row
}: Proposal): ProposalRow {
  return {
    ...row,
    approvals: row.approvals.map(({ by, at }) => ({ by, at })),
    result:
      code === null || answeredAt === null
        ? null
        : { code, refusal: refusalOf(code) ?? "", facts: facts ?? {}, at: answeredAt },
  };
}

export type Decided = Outcome<ProposalRow>;
