import { consoleCalls, type OperatorSession } from "@tidemark/contracts";
import {
  type Answer,
  answer,
  type Asked,
  auditLog,
  type Database,
  given,
  inTransaction,
  newToken,
  type Outcome,
  refuse,
  tokenHash,
} from "@tidemark/kit-node";
import { type ConsoleDeps, shown } from "./deps.ts";
import { invitations, type Operator, operators } from "./operator-store.ts";
import { addPasskey, challengePasskey, offerPasskey, passkeysMax, usePasskey } from "./passkeys.ts";
import { passkeys } from "./passkey-store.ts";
import { sessions } from "./session-store.ts";

type Opened = Promise<Outcome<OperatorSession>>;

const sessionTokenBytes = 32;

/** The session's id in `asked.from`, as its key in the table. */
const hashIn = ({ from }: Asked): Buffer => Buffer.from(from.session ?? "", "hex");

type Act = { readonly action: string; readonly subject: string; readonly before?: unknown; readonly after?: unknown };

/** A line in the audit log, as the last statement of its transaction. */
const audit = (deps: ConsoleDeps, tx: Database, operator: number, { from }: Asked, act: Act): Promise<void> =>
  auditLog.append(tx, [
    { at: deps.clock.now(), uid: operator, origin: from.ip, reason: "", before: null, after: null, ...act },
  ]);

/** A new session of an operator who has just shown the passkey. `openedAt`: of the session that it continues. */
async function openSession(deps: ConsoleDeps, tx: Database, operator: Operator, asked: Asked, openedAt?: number) {
  const at = deps.clock.now();
  const token = newToken(sessionTokenBytes);
  const { ip, agent = "" } = asked.from;
  const row = { operator: operator.id, openedAt: openedAt ?? at, at, ip, agent };
  await sessions.open(tx, tokenHash(token), row);
  const session = shown(deps, { ...row, name: operator.name, roles: operator.roles, seenAt: at, confirmedAt: at });
  // The console's sessions are not renewed by a token of their own.
  return given(session, { accessToken: token, refreshToken: "", refreshUntil: session.until });
}

const openInvitation = (deps: ConsoleDeps) =>
  answer(consoleCalls.openInvitation, async ({ invitation }) => {
    const token = tokenHash(invitation);
    const found = await invitations.open(deps.db, token, deps.clock.now());
    const operator = found === undefined ? undefined : await operators.lock(deps.db, found.operator);
    if (found === undefined || operator === undefined) return refuse("TICKET_EXPIRED");
    const of = { purpose: "invitation", askedBy: token.toString("hex") } as const;
    const offered = await offerPasskey(deps, operator, [], of);
    return given({ name: operator.name, roles: operator.roles, until: found.until, ...offered });
  });

const acceptInvitation = (deps: ConsoleDeps) =>
  answer(consoleCalls.acceptInvitation, ({ invitation, ...made }, asked) =>
    inTransaction(deps.db, async (tx): Opened => {
      const token = tokenHash(invitation);
      const at = deps.clock.now();
      const found = await invitations.open(tx, token, at);
      const operator = found === undefined ? undefined : await operators.lock(tx, found.operator);
      if (operator === undefined) return refuse("TICKET_EXPIRED");
      const { id } = operator;
      const of = { purpose: "invitation", askedBy: token.toString("hex") } as const;
      const problem = await addPasskey(deps, tx, id, made, of);
      if (problem !== undefined) return refuse(problem);
      await passkeys.removeOthers(tx, id, made.passkey.id);
      await invitations.endOf(tx, id, at);
      await sessions.endOf(tx, id, at);
      const opened = await openSession(deps, tx, operator, asked);
      const after = { passkey: made.passkey.id, label: made.label };
      await audit(deps, tx, id, asked, { action: "invitation accepted", subject: operator.name, after });
      return opened;
    }),
  );

const signIn = (deps: ConsoleDeps) =>
  answer(consoleCalls.signInOperator, ({ passkey }, asked) =>
    inTransaction(deps.db, async (tx): Opened => {
      const operator = await usePasskey(deps, tx, passkey, { purpose: "signIn", askedBy: "" });
      if (operator === undefined) {
        deps.log.warn({ ip: asked.from.ip }, "console: passkey refused");
        return refuse("PASSKEY_WRONG");
      }
      const opened = await openSession(deps, tx, operator, asked);
      const after = { passkey: passkey.response.id };
      await audit(deps, tx, operator.id, asked, { action: "signed in", subject: operator.name, after });
      return opened;
    }),
  );

/** By a passkey of the same operator: another's would act in this one's name. */
const confirm = (deps: ConsoleDeps) =>
  answer(consoleCalls.confirmOperator, ({ passkey }, asked) =>
    inTransaction(deps.db, async (tx): Opened => {
      const of = { purpose: "confirm", askedBy: asked.from.session ?? "" } as const;
      const operator = await usePasskey(deps, tx, passkey, of);
      if (operator === undefined || operator.id !== asked.uid) {
        deps.log.warn({ operator: asked.uid, ip: asked.from.ip }, "console: passkey refused");
        return refuse("PASSKEY_WRONG");
      }
      const openedAt = await sessions.end(tx, hashIn(asked), deps.clock.now());
      if (openedAt === undefined) return refuse("LOGIN_INVALID");
      return openSession(deps, tx, operator, asked, openedAt);
    }),
  );

const signOut = (deps: ConsoleDeps) =>
  answer(consoleCalls.signOutOperator, (_ask, asked) =>
    inTransaction(deps.db, async (tx) => {
      await sessions.end(tx, hashIn(asked), deps.clock.now());
      const operator = await operators.lock(tx, asked.uid);
      await audit(deps, tx, asked.uid, asked, { action: "signed out", subject: operator?.name ?? "" });
      return given({}, "ended");
    }),
  );

const ofSession = ({ from }: Asked) => ({ purpose: "add", askedBy: from.session ?? "" }) as const;

const startPasskey = (deps: ConsoleDeps) =>
  answer(consoleCalls.startOperatorPasskey, async (_ask, asked) => {
    const operator = await operators.lock(deps.db, asked.uid);
    if (operator === undefined) return refuse("LOGIN_INVALID");
    const have = await passkeys.of(deps.db, asked.uid);
    if (have.length >= passkeysMax) return refuse("PASSKEY_LIMIT", { allowed: String(passkeysMax) });
    return given(await offerPasskey(deps, operator, have, ofSession(asked)));
  });

const addSecondPasskey = (deps: ConsoleDeps) =>
  answer(consoleCalls.addOperatorPasskey, (made, asked) =>
    inTransaction(deps.db, async (tx): Promise<Outcome<{ id: string }>> => {
      const operator = await operators.lock(tx, asked.uid);
      if (operator === undefined) return refuse("LOGIN_INVALID");
      const have = await passkeys.of(tx, asked.uid);
      if (have.length >= passkeysMax) return refuse("PASSKEY_LIMIT", { allowed: String(passkeysMax) });
      const problem = await addPasskey(deps, tx, asked.uid, made, ofSession(asked));
      if (problem !== undefined) return refuse(problem);
      const after = { passkey: made.passkey.id, label: made.label };
      await audit(deps, tx, asked.uid, asked, { action: "passkey added", subject: operator.name, after });
      return given({ id: made.passkey.id });
    }),
  );

/** Contract → rules → store. */
export const accountAnswers = (deps: ConsoleDeps): Answer[] => [
  openInvitation(deps),
  acceptInvitation(deps),
  answer(consoleCalls.challengeOperator, async ({ purpose }, asked) =>
    given(await challengePasskey(deps, { purpose, askedBy: purpose === "confirm" ? (asked.from.session ?? "") : "" })),
  ),
  signIn(deps),
  confirm(deps),
  signOut(deps),
  answer(consoleCalls.operatorMe, async (_ask, asked) => {
    const { OPERATOR_IDLE_MS: idleMs, OPERATOR_SESSION_MS: maxMs } = deps.config;
    const row = await sessions.use(deps.db, hashIn(asked), { now: deps.clock.now(), idleMs, maxMs });
    return row === undefined ? refuse("LOGIN_INVALID") : given(shown(deps, row));
  }),
  answer(consoleCalls.operatorPasskeys, async (_ask, asked) => {
    const list = await passkeys.of(deps.db, asked.uid);
    return given({
      list: list.map(({ id, label, isKept, addedAt, usedAt }) => ({ id, label, isKept, addedAt, usedAt })),
    });
  }),
  answer(consoleCalls.operatorNames, async () =>
    given({ list: (await operators.all(deps.db)).map(({ id, name }) => ({ id, name })) }),
  ),
  startPasskey(deps),
  addSecondPasskey(deps),
];
