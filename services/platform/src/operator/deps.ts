import type { ExchangeName, Instruments, OperatorRole, ProposalRow, Refusal } from "@tidemark/contracts";
import { refusalOf } from "@tidemark/contracts";
import { auditLog, type Asked, type Clock, type Database, type Log, type Outcome } from "@tidemark/kit-node";
import type { Accounts } from "../module/accounts.ts";
import { type Operator, roleProblem } from "./rules.ts";
import { type Proposal, roles } from "./store.ts";

/** The outbox of each exchange: their numbers belong to two journals. */
export const outboxes: Readonly<Record<ExchangeName, string>> = { REAL: "operator", SIMULATED: "operator.simulated" };

/** Dependencies of the module's answers. */
export type OperatorDeps = {
  readonly db: Database;
  readonly clock: Pick<Clock, "now">;
  readonly log: Log;
  readonly accounts: Accounts;
  /** The exchange of a core. */
  readonly exchangeOf: (core: string) => ExchangeName;
  /** Undefined where the core of this exchange does not answer. */
  readonly instruments: (exchange: ExchangeName) => Promise<Instruments | undefined>;
  readonly proposalValidMs: number;
  readonly wakeOutbox: (exchange: ExchangeName) => void;
};

export const inTransaction = <T>({ db }: Pick<OperatorDeps, "db">, work: (tx: Database) => Promise<T>): Promise<T> =>
  db.transaction().execute((tx) => work(tx as unknown as Database));

/** The operator who asks, or the refusal. The gateway has checked session and factor; whoever moves company money is checked again. */
export async function operatorOf(
  deps: OperatorDeps,
  tx: Database,
  asked: Asked,
  role: OperatorRole | "any",
): Promise<Operator | Refusal> {
  if (!(await deps.accounts.isSignedIn(tx, asked, deps.clock.now()))) return "LOGIN_INVALID";
  const own = await roles.of(tx, asked.uid);
  const problem = roleProblem(own, role);
  if (problem !== undefined) {
    deps.log.warn({ uid: asked.uid, ip: asked.from.ip, role, problem }, "operator: call refused");
    return problem;
  }
  if (!(await deps.accounts.isFactorFresh(tx, asked, deps.clock.now()))) return "FACTOR_NEEDED";
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
