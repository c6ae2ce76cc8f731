import { randomBytes } from "node:crypto";
import { type OperatorRole, operatorRoles } from "@tidemark/contracts";
import {
  auditLog,
  type Database,
  inTransaction,
  newToken,
  openDatabase,
  systemTime,
  tokenHash,
} from "@tidemark/kit-node";
import { invitations, operators } from "./accounts/operator-store.ts";
import { passkeys } from "./accounts/passkey-store.ts";
import { sessions } from "./accounts/session-store.ts";

/** Long enough to be sent and opened; a link that is found later opens nothing. */
const invitationValidMs = 24 * 60 * 60_000;
const tokenBytes = 32;
const handleBytes = 32;

type Decided = {
  readonly name: string;
  readonly reason: string;
  /** Who is at the command line. */
  readonly origin: string;
};

export type ConsoleRegister = {
  /** Makes the operator, or sets the roles of one that exists; the token opens the console once, and replaces the passkeys that were there. */
  invite(order: Decided & { readonly roles: readonly OperatorRole[] }): Promise<{ token: string; until: number }>;
  /** Roles of an operator that there is, whose passkeys and sessions stay. */
  grant(order: Decided & { readonly roles: readonly OperatorRole[] }): Promise<void>;
  revoke(order: Decided & { readonly roles: readonly OperatorRole[] }): Promise<void>;
  /** For good: sessions, passkeys and invitations end at once. */
  dismiss(order: Decided): Promise<void>;
  list(): Promise<readonly { readonly id: number; readonly name: string; readonly roles: readonly OperatorRole[] }[]>;
  close(): Promise<void>;
};

/**
 * The console's operators, changed with the rights of the schema's owner: a fresh installation has no operator who could be asked. Each change
 * is audited in its own transaction.
 */
export function openConsoleRegister(ownerUrl: string): ConsoleRegister {
  const database = openDatabase(ownerUrl, 1);
  const { db } = database;
  const change = <T>(work: (tx: Database, at: number) => Promise<T>): Promise<T> =>
    inTransaction(db, (tx) => work(tx, systemTime.now()));

  const changeRoles = (
    action: "granted" | "revoked",
    { name, reason, origin }: Decided,
    rolesAfter: (before: readonly OperatorRole[]) => readonly OperatorRole[],
  ): Promise<void> =>
    change(async (tx, at) => {
      const known = await operators.byName(tx, name);
      if (known === undefined || known.endedAt !== null) throw new Error(`There is no operator ${name}.`);
      const after = operatorRoles.filter((role) => rolesAfter(known.roles).includes(role));
      if (known.roles.length === after.length && after.every((role) => known.roles.includes(role))) return;
      await operators.setRoles(tx, known.id, after, at);
      const line = { at, uid: 0, origin, action, subject: name, reason };
      await auditLog.append(tx, [{ ...line, before: known.roles, after }]);
    });

  return {
    grant: ({ roles, ...order }) => changeRoles("granted", order, (before) => [...before, ...roles]),
    revoke: ({ roles, ...order }) =>
      changeRoles("revoked", order, (before) => before.filter((role) => !roles.includes(role))),
    invite: ({ name, roles, reason, origin }) =>
      change(async (tx, at) => {
        const known = await operators.byName(tx, name);
        if (known !== undefined && known.endedAt !== null)
          throw new Error(`${name} was dismissed; who comes back gets another name.`);
        const id = known?.id ?? (await operators.add(tx, name, roles, randomBytes(handleBytes), at));
        await operators.setRoles(tx, id, roles, at);
        await invitations.endOf(tx, id, at);
        const token = newToken(tokenBytes);
        const until = at + invitationValidMs;
        await invitations.add(tx, tokenHash(token), id, at, until);
        const line = { at, uid: 0, origin, action: "invited", subject: name, reason };
        await auditLog.append(tx, [{ ...line, before: known?.roles ?? [], after: { operator: id, roles } }]);
        return { token, until };
      }),
    dismiss: ({ name, reason, origin }) =>
      change(async (tx, at) => {
        const known = await operators.byName(tx, name);
        if (known === undefined || known.endedAt !== null) throw new Error(`There is no operator ${name}.`);
        await operators.end(tx, known.id, at);
        await invitations.endOf(tx, known.id, at);
        await passkeys.removeOthers(tx, known.id, "");
        await sessions.endOf(tx, known.id, at);
        const line = { at, uid: 0, origin, action: "dismissed", subject: name, reason };
        await auditLog.append(tx, [{ ...line, before: known.roles, after: [] }]);
      }),
    async list() {
      const all = await operators.all(db);
      return all.filter(({ endedAt }) => endedAt === null).map(({ id, name, roles }) => ({ id, name, roles }));
    },
    close: () => database.close(),
  };
}
