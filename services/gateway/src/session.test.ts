import { expect, test } from "vitest";
import { accessMaxMs, developmentSessions, refreshMaxMs } from "./session.ts";

function sessionsAt(secret = "") {
  let now = 1_000_000;
  const clock = { now: () => now };
  const sessions = developmentSessions({ mode: "development", secret, password: "pass", bots: 2, clock });
  const login = (loginId: string, password = "pass") =>
    sessions.answer("identity.login", { loginId, password }, undefined, undefined);
  const cookieOf = (answer: ReturnType<typeof login>): string =>
    typeof answer === "string" ? "" : answer.cookies.map((line) => line.split(";")[0]!).join("; ");
  return { sessions, login, cookieOf, wait: (ms: number) => void (now += ms) };
}

test("seeded people and bots sign in with the one password, by name or by e-mail", () => {
  const { sessions, login, cookieOf } = sessionsAt();
  expect(sessions.of(cookieOf(login("alice")))).toMatchObject({ uid: 1001 });
  expect(sessions.of(cookieOf(login("Bob@tidemark.test")))).toMatchObject({ uid: 1002 });
  expect(sessions.of(cookieOf(login("bot2")))).toMatchObject({ uid: 2002 });
  expect(login("bot3")).toBe("LOGIN_INVALID");
  expect(login("alice", "wrong")).toBe("LOGIN_INVALID");
});

test("the cookie is out of reach of scripts and of other sites", () => {
  const answer = sessionsAt().login("alice");
  if (typeof answer === "string") throw new Error(answer);
  for (const line of answer.cookies) expect(line).toMatch(/; HttpOnly; SameSite=Strict$/);
});

test("access ends after fifteen minutes and is renewed for thirty days", () => {
  const { sessions, login, cookieOf, wait } = sessionsAt();
  const cookie = cookieOf(login("alice"));
  wait(accessMaxMs);
  expect(sessions.of(cookie)).toBeUndefined();
  const renewed = sessions.answer("identity.refreshToken", {}, cookie, undefined);
  expect(sessions.of(cookieOf(renewed))).toMatchObject({ uid: 1001 });
  wait(refreshMaxMs);
  expect(sessions.answer("identity.refreshToken", {}, cookie, undefined)).toBe("LOGIN_INVALID");
});

test("an ended session stays ended, also for cookies that were renewed from it", () => {
  const { sessions, login, cookieOf } = sessionsAt();
  const first = cookieOf(login("alice"));
  const second = cookieOf(sessions.answer("identity.refreshToken", {}, first, undefined));
  const ended: string[] = [];
  sessions.onEnded((id) => ended.push(id));
  sessions.answer("identity.logout", {}, second, sessions.of(second));
  expect(ended).toHaveLength(1);
  expect([sessions.of(first), sessions.of(second)]).toEqual([undefined, undefined]);
  expect(sessions.answer("identity.refreshToken", {}, second, undefined)).toBe("LOGIN_INVALID");
});

test("a cookie that was changed, swapped or signed by another is nothing", () => {
  const { sessions, login, cookieOf } = sessionsAt("one secret");
  const cookie = cookieOf(login("alice"));
  expect(sessions.of(cookie.replace(".1001.", ".1002."))).toBeUndefined();
  const refresh = cookie.split("tm-refresh=")[1]!;
  expect(sessions.of(`tm-session=${refresh}`)).toBeUndefined();
  expect(sessionsAt("another secret").sessions.of(cookie)).toBeUndefined();
  expect(sessions.of("tm-session=")).toBeUndefined();
  expect(sessions.of("tm-session=a.b.c")).toBeUndefined();
});

test("production does not start with the development sign-in", () => {
  const settings = { mode: "production", secret: "s", password: "p", bots: 0, clock: { now: () => 0 } } as const;
  expect(() => developmentSessions(settings)).toThrow(/production/);
});
