import { calls } from "@tidemark/contracts";
import {
  type Answer,
  answer,
  type Asked,
  type Database,
  given,
  inTransaction,
  newToken,
  type Outcome,
  refuse,
  tokenHash,
} from "@tidemark/kit-node";
import { sql } from "kysely";
import { type IdentityDeps, originOf, userInfoOf } from "../account/deps.ts";
import { users } from "../account/user-store.ts";
import { ownerProblem } from "../changes/owner-proof.ts";
import { sessions } from "../session/session-store.ts";
import { joinSession, renewSession } from "../session/sessions.ts";
import { issueSession } from "../session/sign-in.ts";
import { qrAfter, type QrKept, type QrState, qrStateOf } from "./qr-rules.ts";

type Kept = {
  readonly state: QrKept;
  readonly deviceId: string;
  readonly ip: string;
  readonly country: string;
  readonly agent: string;
  readonly madeAt: number;
  readonly uid: number | null;
  readonly sessionId: string | null;
};
type UserInfo = Awaited<ReturnType<typeof userInfoOf>>;

/** Locked until the transaction ends. */
async function locked(tx: Database, by: { code: string } | { ticket: string }): Promise<Kept | undefined> {
  const [column, hash] = "code" in by ? ["code_hash", tokenHash(by.code)] : ["ticket_hash", tokenHash(by.ticket)];
  const { rows } = await sql<Kept>`
    select state, device_id as "deviceId", ip, country, agent, made_at::float8 as "madeAt", uid::float8 as uid,
      session_id as "sessionId"
    from identity.qr_sign_ins where ${sql.ref(column as string)} = ${hash} for update`.execute(tx);
  return rows[0];
}

const ageOf = ({ clock }: IdentityDeps, { madeAt }: Kept): number => clock.now() - madeAt;
const stateOf = (deps: IdentityDeps, kept: Kept): QrState =>
  qrStateOf(kept.state, ageOf(deps, kept), deps.times.qrValidMs);
const after = (deps: IdentityDeps, kept: Kept, step: Parameters<typeof qrAfter>[1]): QrKept | undefined =>
  qrAfter(kept.state, step, ageOf(deps, kept), deps.times.qrValidMs);

async function create(deps: IdentityDeps, { from }: Asked) {
  const [code, ticket] = [newToken(), newToken()];
  const { deviceId, ip, country, agent } = originOf(deps, from);
  await sql`
    insert into identity.qr_sign_ins (code_hash, ticket_hash, state, device_id, ip, country, agent, made_at)
    values (${tokenHash(code)}, ${tokenHash(ticket)}, 'shown', ${deviceId}, ${ip}, ${country}, ${agent},
      ${deps.clock.now()})`.execute(deps.db);
  return given({ code, ticket, validSeconds: deps.times.qrValidMs / 1_000 });
}

const scan = (deps: IdentityDeps, code: string, { uid, from }: Asked) =>
  inTransaction(deps.db, async (tx) => {
    const kept = await locked(tx, { code });
    const next = kept === undefined ? undefined : after(deps, kept, "scan");
    if (kept === undefined || next === undefined) return refuse("QR_EXPIRED");
    await sql`
      update identity.qr_sign_ins set state = ${next}, uid = ${uid}, session_id = ${from.session ?? ""}
      where code_hash = ${tokenHash(code)}`.execute(tx);
    const { ip, country, agent } = kept;
    return given({ ip, country, agent });
  });

/** The state after this step; undefined where the code is over or another session has scanned it. */
async function stateAfter(
  deps: IdentityDeps,
  tx: Database,
  code: string,
  step: "confirm" | "cancel",
  { uid, from }: Asked,
): Promise<QrKept | undefined> {
  const kept = await locked(tx, { code });
  const isScanner = kept?.uid === uid && kept.sessionId === (from.session ?? "");
  return kept !== undefined && isScanner ? after(deps, kept, step) : undefined;
}

const take = (deps: IdentityDeps, code: string, step: "confirm" | "cancel", asked: Asked) =>
  inTransaction(deps.db, async (tx) => {
    const next = await stateAfter(deps, tx, code, step, asked);
    if (next === undefined) return refuse("QR_EXPIRED");
    await sql`update identity.qr_sign_ins set state = ${next} where code_hash = ${tokenHash(code)}`.execute(tx);
    return given({});
  });

type Confirmation = {
  readonly code: string;
  readonly isConfirmed: boolean;
  readonly password?: string | undefined;
  readonly ownCode?: string | undefined;
};

/** It opens a session of 30 days elsewhere, so it takes what signing in takes: who stole this session must not get a lasting one. */
async function confirm(deps: IdentityDeps, { code, isConfirmed, password, ownCode }: Confirmation, asked: Asked) {
  if (!isConfirmed) return take(deps, code, "cancel", asked);
  const user = await users.byUid(deps.db, asked.uid);
  if (user === undefined) return refuse("LOGIN_INVALID");
  // First without the password: a code that is over must not cost one of the tries.
  const isOpen = await inTransaction(deps.db, (tx) => stateAfter(deps, tx, code, "confirm", asked));
  if (isOpen === undefined) return refuse("QR_EXPIRED");
  const needsCode = user.isEmailFactor || user.isSmsFactor;
  const problem = await ownerProblem(deps, user, { password, code: ownCode }, asked, needsCode);
  return problem === undefined ? take(deps, code, "confirm", asked) : refuse(problem);
}

type QrAnswer = { state: QrState; user?: UserInfo };

/** The state is readable only with the ticket and on the device that created the code. */
async function readState(deps: IdentityDeps, ticket: string, asked: Asked): Promise<Outcome<QrAnswer>> {
  const origin = originOf(deps, asked.from);
  const { outcome, ended } = await inTransaction(deps.db, async (tx) => {
    const nothing = (state: QrState) => ({ outcome: given<QrAnswer>({ state }), ended: [] as string[] });
    const kept = await locked(tx, { ticket });
    if (kept === undefined || kept.deviceId !== origin.deviceId) return nothing("expired");
    const next = after(deps, kept, "open");
    if (next === undefined || kept.uid === null) return nothing(stateOf(deps, kept));
    const user = await users.lock(tx, kept.uid);
    // A session that ended after its confirmation confirms nothing.
    const confirmer = await sessions.open(tx, kept.sessionId ?? "", deps.clock.now());
    if (user === undefined || user.frozenAt !== null || confirmer?.uid !== user.uid) return nothing("expired");
    await sql`update identity.qr_sign_ins set state = ${next} where ticket_hash = ${tokenHash(ticket)}`.execute(tx);
    const opened = await issueSession(deps, tx, user, { origin, asked }, true);
    if (!opened.outcome.ok) return nothing("expired");
    const answered = given<QrAnswer>({ state: "confirmed", user: opened.outcome.value }, opened.outcome.grant);
    return { outcome: answered, ended: opened.ended };
  });
  deps.publishEndedSessions(ended);
  return outcome;
}

/**
 * A ticket opens a second pair of tokens, so it takes what a renewal takes and uses it up: an access token alone is over after a quarter of
 * an hour, and a stolen refresh token is noticed when its owner uses it.
 */
async function giveTicket(deps: IdentityDeps, host: string, { from }: Asked) {
  const ticket = newToken();
  const renewed = await inTransaction(deps.db, async (tx) => {
    const outcome = await renewSession(deps, tx, from.refreshToken ?? "", originOf(deps, from));
    if ("grant" in outcome)
      await sql`
        insert into identity.session_tickets (ticket_hash, session_id, device_id, host, made_at)
        values (${tokenHash(ticket)}, ${outcome.id}, ${from.deviceId}, ${host}, ${deps.clock.now()})`.execute(tx);
    return outcome;
  });
  if ("grant" in renewed) return given({ ticket }, renewed.grant);
  deps.publishEndedSessions(renewed.ended);
  return refuse("LOGIN_INVALID");
}

const openByTicket = (deps: IdentityDeps, ticket: string, { from }: Asked) =>
  inTransaction(deps.db, async (tx): Promise<Outcome<UserInfo>> => {
    const now = deps.clock.now();
    const { rows } = await sql<{ sessionId: string }>`
      update identity.session_tickets set used_at = ${now}
      where ticket_hash = ${tokenHash(ticket)} and used_at is null and made_at > ${now - deps.times.sessionTicketValidMs}
        and device_id = ${from.deviceId} and host = ${from.host ?? ""}
      returning session_id as "sessionId"`.execute(tx);
    const joined = rows[0] === undefined ? undefined : await joinSession(deps, tx, rows[0].sessionId);
    const user = joined === undefined ? undefined : await users.byUid(tx, joined.uid);
    return joined === undefined || user === undefined
      ? refuse("TICKET_EXPIRED")
      : given(await userInfoOf(deps, tx, user), joined.grant);
  });

/** Sign-in by a QR code that the app scans, and at another host by a ticket. */
export const qrAnswers = (deps: IdentityDeps): Answer[] => [
  answer(calls.createQr, (_ask, asked) => create(deps, asked)),
  answer(calls.qrState, ({ ticket }, asked) => readState(deps, ticket, asked)),
  answer(calls.scanQr, ({ code }, asked) => scan(deps, code, asked)),
  answer(calls.answerQr, (ask, asked) => confirm(deps, ask, asked)),
  answer(calls.declineQr, ({ code }, asked) => take(deps, code, "cancel", asked)),
  answer(calls.sessionTicket, ({ host }, asked) => giveTicket(deps, host, asked)),
  answer(calls.openByTicket, ({ ticket }, asked) => openByTicket(deps, ticket, asked)),
];
