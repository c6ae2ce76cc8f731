import { type AccountFacts, calls, consoleCalls, type FoundAccount, productIds, success } from "@tidemark/contracts";
import {
  type Answer,
  answer,
  type Asked,
  type CoreClient,
  type Database,
  given,
  type Log,
  refuse,
} from "@tidemark/kit-node";
import { actorOf } from "../../module/audit-line.ts";
import { recordView, type ViewDeps, viewsOf } from "../../module/personal-views.ts";
import { waitingActs } from "../../module/second-operator.ts";
import type { Verifications } from "../../module/verifications.ts";
import { masked } from "../account/contact.ts";
import type { IdentityDeps } from "../account/deps.ts";
import { sessions } from "../session/session-store.ts";
import { type AccountRow, accounts } from "./account-store.ts";
import { endSessionsByOperator, freezeByOperator, removePasswordByOperator, unfreezeByOperator } from "./acts.ts";

export type OperatorAnswerDeps = IdentityDeps & {
  readonly log: Log;
  readonly core: CoreClient | undefined;
  readonly verifications: Verifications;
  readonly viewsPerHour: number;
};

/** Nicknames are not unique. */
const foundMax = 20;

const maskedOr = (contact: string | null): string => (contact === null ? "" : masked(contact));

async function shown(deps: OperatorAnswerDeps, row: AccountRow): Promise<FoundAccount> {
  const { uid, email, phone, createdAt, frozenAt, nickName } = row;
  const { chosen } = await deps.profiles.of(deps.db, uid, deps.clock.now());
  return {
    uid,
    nickname: chosen ?? nickName,
    email: maskedOr(email),
    phone: maskedOr(phone),
    createdAt,
    isFrozen: frozenAt !== null,
  };
}

async function find(deps: OperatorAnswerDeps, text: string): Promise<number[]> {
  const { db, profiles } = deps;
  if (text.includes("@")) return accounts.uidOfEmail(db, text);
  const uid = /^\d{1,15}$/.test(text) ? [Number(text)] : [];
  const named = [
    ...(await profiles.withNickname(db, text, foundMax)),
    ...(await accounts.uidsOfNickName(db, text, foundMax)),
  ];
  return [...new Set([...uid, ...named])].slice(0, foundMax);
}

async function coreFacts(core: CoreClient | undefined, uid: number): Promise<AccountFacts["core"]> {
  const { wallet, spot } = productIds;
  const about = { fromProduct: wallet, toProduct: spot, asset: "USDT" };
  const [info, lock] = await Promise.all([
    core?.ask("now", { call: calls.transferInfo.name, uid, ask: about }),
    core?.ask("now", { call: calls.withdrawalLock.name, uid, ask: {} }),
  ]);
  if (info?.code !== success || lock?.code !== success) return null;
  const { products } = info.data as { products: { id: number; transferAvailable: number }[] };
  return {
    products: products.map(({ id, transferAvailable }) => ({ id, status: transferAvailable })),
    withdrawalsLockedUntil: (lock.data as { lockedUntil: number }).lockedUntil,
  };
}

function factorsOf(row: AccountRow): AccountFacts["factors"] {
  const has = {
    passkey: row.hasPasskey,
    authenticator: row.hasAuthenticator,
    email: row.isEmailFactor,
    sms: row.isSmsFactor,
  } as const;
  return (["passkey", "authenticator", "email", "sms"] as const).filter((factor) => has[factor]);
}

async function factsOf(deps: OperatorAnswerDeps, row: AccountRow, operator: number): Promise<AccountFacts> {
  const { db, clock } = deps;
  const { uid, site, lang, country, hasPassword } = row;
  const { status: kycStatus, level: kycLevel } = await deps.verifications.of(db, uid);
  return {
    ...(await shown(deps, row)),
    site,
    lang,
    country,
    hasPassword,
    factors: factorsOf(row),
    openSessions: (await sessions.list(db, uid, clock.now())).length,
    frozenAt: row.frozenAt ?? 0,
    unfreezeAsked: await waitingActs.of(db, "identity", `unfreeze ${uid}`, clock.now()),
    kycStatus,
    kycLevel,
    isVerifiedTrader: await deps.profiles.isVerifiedTrader(db, uid),
    vipLevel: await deps.vipLevels.of(db, uid),
    core: await coreFacts(deps.core, uid),
    views: await viewsOf(deps, db, operator),
  };
}

/** The line is committed before anything is read. */
async function view(deps: OperatorAnswerDeps, uid: number, reason: string, asked: Asked) {
  const { db, clock } = deps;
  const viewing: ViewDeps = deps;
  const line = { ...actorOf(asked, reason), action: "account viewed", subject: String(uid) } as const;
  const views = await recordView(viewing, line);
  const row = await accounts.of(db, uid);
  if (row === undefined) return refuse("NOT_FOUND");
  const open = await sessions.list(db, uid, clock.now());
  return given({
    email: row.email ?? "",
    phone: row.phone ?? "",
    sessions: open.map(({ id: _id, ...session }) => session),
    views,
  });
}

const inOrder = async (deps: OperatorAnswerDeps, db: Database, uids: readonly number[]): Promise<FoundAccount[]> => {
  const rows = await accounts.some(db, uids);
  return Promise.all(rows.map((row) => shown(deps, row)));
};

/** What operators ask and do about accounts in the console. */
export const accountAnswers = (deps: OperatorAnswerDeps): Answer[] => [
  answer(consoleCalls.findAccounts, async ({ text }) =>
    given({ list: await inOrder(deps, deps.db, await find(deps, text)) }),
  ),
  answer(consoleCalls.accountFactsOf, async ({ uid }, asked) => {
    const row = await accounts.of(deps.db, uid);
    return row === undefined ? refuse("NOT_FOUND") : given(await factsOf(deps, row, asked.uid));
  }),
  answer(consoleCalls.viewAccount, ({ uid, reason }, asked) => view(deps, uid, reason, asked)),
  answer(consoleCalls.freezeUser, (act, asked) => freezeByOperator(deps, { ...act, asked })),
  answer(consoleCalls.unfreezeUser, (act, asked) => unfreezeByOperator(deps, { ...act, asked })),
  answer(consoleCalls.endUserSessions, (act, asked) => endSessionsByOperator(deps, { ...act, asked })),
  answer(consoleCalls.removeUserPassword, (act, asked) => removePasswordByOperator(deps, { ...act, asked })),
];
