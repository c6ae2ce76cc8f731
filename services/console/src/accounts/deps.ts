import type { OperatorSession } from "@tidemark/contracts";
import type { Clock, Database, Log } from "@tidemark/kit-node";
import type { RelyingParty } from "@tidemark/kit-node/passkeys";
import type { Config } from "../config.ts";
import type { SessionRow } from "./session-store.ts";

/** Dependencies of the console's answers. */
export type ConsoleDeps = {
  readonly db: Database;
  readonly clock: Pick<Clock, "now">;
  readonly log: Log;
  readonly config: Config;
  readonly party: () => RelyingParty;
};

/** A session as its operator sees it. */
export function shown({ config }: Pick<ConsoleDeps, "config">, row: SessionRow): OperatorSession {
  const until = row.openedAt + config.OPERATOR_SESSION_MS;
  return {
    id: row.operator,
    name: row.name,
    roles: row.roles,
    until,
    idleUntil: Math.min(until, row.seenAt + config.OPERATOR_IDLE_MS),
    confirmedUntil: row.confirmedAt + config.FACTOR_FRESH_MS,
    mode: config.TIDEMARK_MODE,
  };
}
