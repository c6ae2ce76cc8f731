import { type Access, accessMaxMs, readAccess, refreshMaxMs } from "@tidemark/contracts";
import type { Clock, Grant, TextChecker } from "@tidemark/kit-node";

export type Session = Access;
/** The headers that carry a session: a page's cookie, or the app's bearer token. */
type SessionHeaders = { readonly cookie?: string | undefined; readonly authorization?: string | undefined };
/** How a grant is delivered: on the web as HttpOnly cookies, in the app as fields of the answer. */
type Granted = {
  readonly session: Session | undefined;
  readonly cookies: readonly string[];
  readonly fields: Readonly<Record<string, string>>;
};
export type Sessions = {
  of(headers: SessionHeaders): Session | undefined;
  refreshTokenOf(headers: SessionHeaders): string | undefined;
  /** Undefined where the platform did not sign the grant. */
  granted(grant: Grant, isApp: boolean): Granted | undefined;
  /** Ends these sessions: their tokens are refused from now on. */
  end(ids: readonly string[]): void;
  onEnded(listener: (id: string) => void): void;
  /** All that ended before has arrived: from now on a session that is not among the ended ones may be relied on. */
  caughtUp(): void;
  /** False at first: until then no session may be relied on, because its end may not have arrived. */
  readonly isCaughtUp: boolean;
};
export type SessionSettings = {
  readonly isProduction: boolean;
  readonly checker: TextChecker;
  readonly clock: Pick<Clock, "now">;
  /** The beginning of the cookies' names. */
  readonly cookieName: string;
};

const knownMax = 50_000;
const endedMax = 200_000;
const cookieEnds = { access: "session", refresh: "refresh" } as const;
type Kind = keyof typeof cookieEnds;

/** Our tokens need no escaping, so the value is the text between the name and the next semicolon. */
function cookieOf(header: string, name: string): string | undefined {
  for (const part of header.split(";")) {
    const text = part.trim();
    if (text.startsWith(`${name}=`)) return text.slice(name.length + 1);
  }
  return undefined;
}

const bearerOf = (authorization: string | undefined): string | undefined =>
  authorization?.startsWith("Bearer ") === true ? authorization.slice(7) : undefined;

/**
 * Checks sessions by the platform's signature, without a question. Ended sessions arrive as invalidations; a missed one expires after a
 * quarter of an hour.
 */
export function createSessions({ isProduction, checker, clock, cookieName }: SessionSettings): Sessions {
  const nameOf = (kind: Kind): string => `${isProduction ? "__Host-" : ""}${cookieName}-${cookieEnds[kind]}`;
  const listeners: ((id: string) => void)[] = [];
  // Checked tokens are cached: a signature check costs more than the rest of a request.
  let checked = new Map<string, Session>();
  let ended = new Map<string, number>();
  let isCaughtUp = false;

  const isAlive = (session: Session): boolean => session.until > clock.now() && !ended.has(session.id);

  function cookie(kind: Kind, value: string, maxAgeMs: number): string {
    const parts = [`${nameOf(kind)}=${value}`, `Max-Age=${Math.floor(maxAgeMs / 1_000)}`, "Path=/"];
    return [...parts, "HttpOnly", "SameSite=Strict", ...(isProduction ? ["Secure"] : [])].join("; ");
  }

  function sessionOf(token: string | undefined): Session | undefined {
    if (token === undefined) return undefined;
    const known = checked.get(token);
    if (known !== undefined) return isAlive(known) ? known : undefined;
    const session = readAccess(checker.open(token));
    if (session === undefined || !isAlive(session)) return undefined;
    if (checked.size >= knownMax) checked = new Map();
    checked.set(token, session);
    return session;
  }

  function forgetOld(): void {
    const now = clock.now();
    ended = new Map([...ended].filter(([, until]) => until > now));
  }

  return {
    of: ({ authorization, cookie: header }) =>
      sessionOf(bearerOf(authorization) ?? cookieOf(header ?? "", nameOf("access"))),
    refreshTokenOf: ({ cookie: header }) => cookieOf(header ?? "", nameOf("refresh")),
    granted(grant, isApp) {
      if (grant === "ended") {
        const cookies = isApp ? [] : [cookie("access", "", 0), cookie("refresh", "", 0)];
        return { session: undefined, cookies, fields: {} };
      }
      const session = sessionOf(grant.accessToken);
      if (session === undefined) return undefined;
      const { accessToken, refreshToken } = grant;
      if (isApp) return { session, cookies: [], fields: { token: accessToken, refreshToken } };
      const cookies = [cookie("access", accessToken, accessMaxMs), cookie("refresh", refreshToken, refreshMaxMs)];
      return { session, cookies, fields: {} };
    },
    end(ids) {
      if (ended.size + ids.length > endedMax) forgetOld();
      for (const id of ids) {
        if (ended.has(id)) continue;
        ended.set(id, clock.now() + accessMaxMs);
        for (const listener of listeners) listener(id);
      }
    },
    onEnded: (listener) => void listeners.push(listener),
    caughtUp: () => void (isCaughtUp = true),
    get isCaughtUp() {
      return isCaughtUp;
    },
  };
}
