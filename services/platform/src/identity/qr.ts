import { createHash } from "node:crypto";
import { calls } from "@tidemark/contracts";
import { type Answer, answer, type Asked, type Database, given, type Outcome, refuse } from "@tidemark/kit-node";
import { sql } from "kysely";
import { inTransaction, newSecretName, type Office, placeOf, userInfoOf } from "./office.ts";
import { qrAfter, type QrKept, type QrState, qrStateOf } from "./qr-rules.ts";
import { sessions } from "./session-store.ts";
import { joinSession } from "./sessions.ts";
import { letIn } from "./sign-in.ts";
import { users } from "./user-store.ts";

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
type UserInfo = ReturnType<typeof userInfoOf>;

const hashOf = (text: string): Buffer => createHash("sha256").update(text).digest();

/** Held until the transaction ends. */
async function held(tx: Database, by: { code: string } | { ticket: string }): Promise<Kept | undefined> {
  const [column, hash] = "code" in by ? ["code_hash", hashOf(by.code)] : ["ticket_hash", hashOf(by.ticket)];
  const { rows } = await sql<Kept>`
    select state, device_id as "deviceId", ip, country, agent, made_at::float8 as "madeAt", uid::float8 as uid,
      session_id as "sessionId"
    from identity.qr_logins where ${sql.ref(column as string)} = ${hash} for update`.execute(tx);
  return rows[0];
}

const ageOf = ({ clock }: Office, { madeAt }: Kept): number => clock.now() - madeAt;
const stateOf = (office: Office, kept: Kept): QrState =>
  qrStateOf(kept.state, ageOf(office, kept), office.times.qrValidMs);
const after = (office: Office, kept: Kept, step: Parameters<typeof qrAfter>[1]): QrKept | undefined =>
  qrAfter(kept.state, step, ageOf(office, kept), office.times.qrValidMs);

async function show(office: Office, { from }: Asked) {
  const [code, ticket] = [newSecretName(), newSecretName()];
  const { deviceId, ip, country, agent } = placeOf(office, from);
  await sql`
    insert into identity.qr_logins (code_hash, ticket_hash, state, device_id, ip, country, agent, made_at)
    values (${hashOf(code)}, ${hashOf(ticket)}, 'shown', ${deviceId}, ${ip}, ${country}, ${agent},
      ${office.clock.now()})`.execute(office.db);
  return given({ code, ticket, validSeconds: office.times.qrValidMs / 1_000 });
}

const scan = (office: Office, code: string, { uid, from }: Asked) =>
  inTransaction(office, async (tx) => {
    const kept = await held(tx, { code });
    const next = kept === undefined ? undefined : after(office, kept, "scan");
    if (kept === undefined || next === undefined) return refuse("QR_EXPIRED");
    await sql`
      update identity.qr_logins set state = ${next}, uid = ${uid}, session_id = ${from.session ?? ""}
      where code_hash = ${hashOf(code)}`.execute(tx);
    const { ip, country, agent } = kept;
    return given({ ip, country, agent });
  });

const confirm = (office: Office, { code, isConfirmed }: { code: string; isConfirmed: boolean }, { uid, from }: Asked) =>
  inTransaction(office, async (tx) => {
    const kept = await held(tx, { code });
    const isScanner = kept?.uid === uid && kept.sessionId === (from.session ?? "");
    const step = isConfirmed ? "confirm" : "cancel";
    const next = kept === undefined ? undefined : after(office, kept, step);
    if (!isScanner || next === undefined) return refuse("QR_EXPIRED");
    await sql`update identity.qr_logins set state = ${next} where code_hash = ${hashOf(code)}`.execute(tx);
    return given({});
  });

type Told = { state: QrState; user?: UserInfo };

/** Only the page that shows the picture hears of it: it has the ticket, and its device is the one that asked. */
async function look(office: Office, ticket: string, asked: Asked): Promise<Outcome<Told>> {
  const place = placeOf(office, asked.from);
  const { said, ended } = await inTransaction(office, async (tx) => {
    const nothing = (state: QrState) => ({ said: given<Told>({ state }), ended: [] as string[] });
    const kept = await held(tx, { ticket });
    if (kept === undefined || kept.deviceId !== place.deviceId) return nothing("expired");
    const next = after(office, kept, "open");
    if (next === undefined || kept.uid === null) return nothing(stateOf(office, kept));
    const user = await users.held(tx, kept.uid);
    // Whoever has been shut out since he confirmed lets nobody in.
    const confirmer = await sessions.open(tx, kept.sessionId ?? "", office.clock.now());
    if (user === undefined || user.frozenAt !== null || confirmer?.uid !== user.uid) return nothing("expired");
    await sql`update identity.qr_logins set state = ${next} where ticket_hash = ${hashOf(ticket)}`.execute(tx);
    const opened = await letIn(office, tx, user, { place, asked }, true);
    if (!opened.said.ok) return nothing("expired");
    const told = given<Told>({ state: "confirmed", user: opened.said.value }, opened.said.grant);
    return { said: told, ended: opened.ended };
  });
  office.tellEnded(ended);
  return said;
}

async function giveTicket(office: Office, host: string, { from }: Asked) {
  const ticket = newSecretName();
  await sql`
    insert into identity.session_tickets (ticket_hash, session_id, device_id, host, made_at)
    values (${hashOf(ticket)}, ${from.session ?? ""}, ${from.deviceId}, ${host}, ${office.clock.now()})`.execute(
    office.db,
  );
  return given({ ticket });
}

const openByTicket = (office: Office, ticket: string, { from }: Asked) =>
  inTransaction(office, async (tx): Promise<Outcome<UserInfo>> => {
    const now = office.clock.now();
    const { rows } = await sql<{ sessionId: string }>`
      update identity.session_tickets set used_at = ${now}
      where ticket_hash = ${hashOf(ticket)} and used_at is null and made_at > ${now - office.times.sessionTicketValidMs}
        and device_id = ${from.deviceId} and host = ${from.host ?? ""}
      returning session_id as "sessionId"`.execute(tx);
    const joined = rows[0] === undefined ? undefined : await joinSession(office, tx, rows[0].sessionId);
    const user = joined === undefined ? undefined : await users.byUid(tx, joined.uid);
    return joined === undefined || user === undefined ? refuse("TICKET_GONE") : given(userInfoOf(user), joined.grant);
  });

/** Signing in by a picture that the app scans, and at another host by a ticket. */
export const qrAnswers = (office: Office): Answer[] => [
  answer(calls.createQr, (_ask, asked) => show(office, asked)),
  answer(calls.qrState, ({ ticket }, asked) => look(office, ticket, asked)),
  answer(calls.scanQr, ({ code }, asked) => scan(office, code, asked)),
  answer(calls.answerQr, (ask, asked) => confirm(office, ask, asked)),
  answer(calls.sessionTicket, ({ host }, asked) => giveTicket(office, host, asked)),
  answer(calls.openByTicket, ({ ticket }, asked) => openByTicket(office, ticket, asked)),
];
