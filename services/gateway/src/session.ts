/**
 * DEVELOPMENT ONLY. The whole of signing in until the identity module exists: seeded users with one password, and a signed cookie. It
 * refuses to start in production. Everything else knows only the types `Session` and `Sessions`.
 */
import { createHmac, randomBytes, timingSafeEqual } from "node:crypto";
import { type UserInfo } from "@tidemark/contracts";
import type { Clock } from "@tidemark/kit-node";

export type Session = { readonly id: string; readonly uid: number; readonly until: number };
/** What a call of the session's own answers: cookies to set besides. */
type SessionAnswer =
  | { readonly data: unknown; readonly cookies: readonly string[]; readonly session?: Session | undefined }
  | "LOGIN_INVALID";
export type Sessions = {
  of(cookieHeader: string | undefined): Session | undefined;
  /** Answers the calls that the gateway owns. */
  answer(call: string, ask: unknown, cookieHeader: string | undefined, session: Session | undefined): SessionAnswer;
  onEnded(listener: (id: string) => void): void;
};
export type SessionSettings = {
  readonly mode: "development" | "production";
  readonly secret: string;
  readonly password: string;
  readonly bots: number;
  readonly clock: Pick<Clock, "now">;
};

export const accessMaxMs = 15 * 60 * 1_000;
export const refreshMaxMs = 30 * 24 * 60 * 60 * 1_000;
const knownMax = 50_000;
const cookieNames = { access: "tm-session", refresh: "tm-refresh" } as const;
type Kind = keyof typeof cookieNames;

/** The seeded users: three people, then bots. */
export const seededUids = { alice: 1001, bob: 1002, carol: 1003, firstBot: 2001 } as const;

function usersOf(bots: number): Map<string, number> {
  const users = new Map<string, number>([
    ["alice", seededUids.alice],
    ["bob", seededUids.bob],
    ["carol", seededUids.carol],
  ]);
  for (let i = 0; i < bots; i += 1) users.set(`bot${i + 1}`, seededUids.firstBot + i);
  return users;
}

/** Our tokens need no escapes, so a cookie is the text between its name and the next semicolon. */
function cookieOf(header: string, name: string): string | undefined {
  for (const part of header.split(";")) {
    const text = part.trim();
    if (text.startsWith(`${name}=`)) return text.slice(name.length + 1);
  }
  return undefined;
}

const userInfoOf = (uid: number, name: string): UserInfo => ({
  userId: String(uid),
  loginId: `${name}@tidemark.test`,
  displayUserId: String(uid),
  vipTag: 0,
  currentNickName: name,
  newNickName: "",
  nickNameStatus: 0,
  isDefaultNickName: false,
  nickNameModificationTimes: 3,
  maxNickNamModificationTimes: 3,
  kycStatus: -1,
  userAct: { p2p: false, kycWhite: false, ko_KR: false },
});

export function developmentSessions(settings: SessionSettings): Sessions {
  if (settings.mode === "production") throw new Error("the development sign-in does not run in production");
  const { clock } = settings;
  const secret = settings.secret === "" ? randomBytes(32) : Buffer.from(settings.secret);
  const users = usersOf(settings.bots);
  const nameByUid = new Map([...users].map(([name, uid]) => [uid, name]));
  const ended = new Set<string>();
  const listeners: ((id: string) => void)[] = [];
  // A cookie that was checked once need not be checked again: signatures cost more than the rest of a request's way.
  let checked = new Map<string, Session>();

  const signatureOf = (body: string): string => createHmac("sha256", secret).update(body).digest("base64url");

  function tokenOf(kind: Kind, session: Session): string {
    const body = `${kind}.${session.id}.${session.uid}.${session.until}`;
    return `${body}.${signatureOf(body)}`;
  }

  function read(kind: Kind, token: string | undefined): Session | undefined {
    if (token === undefined || token.length > 300) return undefined;
    const end = token.lastIndexOf(".");
    const given = Buffer.from(token.slice(end + 1));
    const expected = Buffer.from(signatureOf(token.slice(0, Math.max(end, 0))));
    if (given.length !== expected.length || !timingSafeEqual(given, expected)) return undefined;
    const [claimed, id, uid, until] = token.split(".");
    if (claimed !== kind || id === undefined) return undefined;
    const session = { id, uid: Number(uid), until: Number(until) };
    return nameByUid.has(session.uid) ? session : undefined;
  }

  const isAlive = (session: Session | undefined): session is Session =>
    session !== undefined && session.until > clock.now() && !ended.has(session.id);

  const cookie = (kind: Kind, value: string, maxAgeMs: number): string =>
    [
      `${cookieNames[kind]}=${value}`,
      `Max-Age=${Math.floor(maxAgeMs / 1000)}`,
      `Path=${kind === "access" ? "/" : "/user"}`,
      "HttpOnly",
      "SameSite=Strict",
    ].join("; ");

  function open(uid: number, id: string): SessionAnswer {
    const now = clock.now();
    return {
      session: { id, uid, until: now + accessMaxMs },
      data: userInfoOf(uid, nameByUid.get(uid)!),
      cookies: [
        cookie("access", tokenOf("access", { id, uid, until: now + accessMaxMs }), accessMaxMs),
        cookie("refresh", tokenOf("refresh", { id, uid, until: now + refreshMaxMs }), refreshMaxMs),
      ],
    };
  }

  function end(session: Session | undefined): void {
    if (session === undefined) return;
    if (ended.size >= knownMax) ended.clear();
    ended.add(session.id);
    checked.clear();
    for (const listener of listeners) listener(session.id);
  }

  function login(ask: { loginId: string; password: string }): SessionAnswer {
    const uid = users.get(ask.loginId.split("@")[0]!.toLowerCase());
    return uid === undefined || ask.password !== settings.password
      ? "LOGIN_INVALID"
      : open(uid, randomBytes(16).toString("base64url"));
  }

  const refreshOf = (cookieHeader: string | undefined): Session | undefined =>
    read("refresh", cookieOf(cookieHeader ?? "", cookieNames.refresh));

  return {
    of(cookieHeader) {
      if (cookieHeader === undefined) return undefined;
      const known = checked.get(cookieHeader);
      if (known !== undefined) return isAlive(known) ? known : undefined;
      const session = read("access", cookieOf(cookieHeader, cookieNames.access));
      if (!isAlive(session)) return undefined;
      if (checked.size >= knownMax) checked = new Map();
      checked.set(cookieHeader, session);
      return session;
    },
    answer(call, ask, cookieHeader, session) {
      switch (call) {
        case "identity.login":
          return login(ask as { loginId: string; password: string });
        case "identity.refreshToken": {
          const old = refreshOf(cookieHeader);
          return isAlive(old) ? open(old.uid, old.id) : "LOGIN_INVALID";
        }
        case "identity.logout":
          end(session ?? refreshOf(cookieHeader));
          return { data: {}, cookies: [cookie("access", "", 0), cookie("refresh", "", 0)] };
        default:
          return session === undefined
            ? "LOGIN_INVALID"
            : { data: userInfoOf(session.uid, nameByUid.get(session.uid)!), cookies: [], session };
      }
    },
    onEnded: (listener) => void listeners.push(listener),
  };
}
