import { accessMaxMs, accessText } from "@tidemark/contracts";
import { textChecker, textSigner } from "@tidemark/kit-node";
import { expect, test } from "vitest";
import { createSessions } from "./sessions.ts";

const signer = textSigner("KEY", "1".repeat(64), "production");
const id = "session-number-one";

function sessionsAt(isProduction = false, cookieName = "tm") {
  let now = 1_000_000;
  const checker = textChecker("KEY", signer.publicKey, "production");
  const sessions = createSessions({ isProduction, checker, clock: { now: () => now }, cookieName });
  const tokenOf = (uid: number, until = now + accessMaxMs, by = signer): string =>
    by.sign(accessText({ id, uid, until, factorAt: 0 }));
  const grant = () => ({ accessToken: tokenOf(7), refreshToken: "r".repeat(43), refreshUntil: 0 });
  return { sessions, tokenOf, grant, wait: (ms: number) => void (now += ms) };
}

test("a token that the platform signed is a session, by cookie or as a bearer; the bearer's word goes first", () => {
  const { sessions, tokenOf } = sessionsAt();
  expect(sessions.of({ cookie: `a=b; tm-session=${tokenOf(7)}` })).toMatchObject({ uid: 7, id });
  expect(sessions.of({ authorization: `Bearer ${tokenOf(8)}`, cookie: `tm-session=${tokenOf(7)}` })!.uid).toBe(8);
  expect(sessions.of({ authorization: "Bearer nothing", cookie: `tm-session=${tokenOf(7)}` })).toBeUndefined();
  expect(sessions.of({})).toBeUndefined();
});

test("a token that was changed or signed by another is nothing", () => {
  const { sessions, tokenOf } = sessionsAt();
  const other = textSigner("KEY", "2".repeat(64), "production");
  for (const token of ["", "a1", tokenOf(7).replace(".7.", ".8."), tokenOf(7, 9_000_000, other), signer.sign("a1.b.c")])
    expect(sessions.of({ cookie: `tm-session=${token}` })).toBeUndefined();
});

test("[S7.36 D.15] a session ends after fifteen minutes by itself, also one that was looked at before", () => {
  const { sessions, tokenOf, wait } = sessionsAt();
  const cookie = `tm-session=${tokenOf(7)}`;
  wait(accessMaxMs - 1);
  expect(sessions.of({ cookie })).toBeDefined();
  wait(1);
  expect(sessions.of({ cookie })).toBeUndefined();
});

test("an ended session is over for every token of it, and is told of once", () => {
  const { sessions, tokenOf } = sessionsAt();
  const cookie = `tm-session=${tokenOf(7)}`;
  expect(sessions.of({ cookie })).toBeDefined();
  const ended: string[] = [];
  sessions.onEnded((one) => ended.push(one));
  sessions.end([id]);
  sessions.end([id]);
  expect(ended).toEqual([id]);
  expect(sessions.of({ cookie })).toBeUndefined();
  expect(sessions.of({ authorization: `Bearer ${tokenOf(7, 5_000_000)}` })).toBeUndefined();
});

test("[D.27] the cookie is out of reach of scripts and of other sites; in production it belongs to one host and to https alone", () => {
  const here = sessionsAt();
  const granted = here.sessions.granted(here.grant(), false)!;
  expect(granted.session).toMatchObject({ uid: 7 });
  for (const line of granted.cookies)
    expect(line).toMatch(/^tm-\w+=\S+; Max-Age=\d+; Path=\/; HttpOnly; SameSite=Strict$/);
  const there = sessionsAt(true);
  const kept = there.sessions.granted(there.grant(), false)!.cookies;
  for (const line of kept) expect(line).toMatch(/^__Host-tm-\w+=.*; Path=\/; HttpOnly; SameSite=Strict; Secure$/);
  const cookie = kept.map((line) => line.split(";")[0]).join("; ");
  expect(there.sessions.of({ cookie })).toMatchObject({ uid: 7 });
  expect(there.sessions.refreshTokenOf({ cookie })).toBe("r".repeat(43));
  expect(there.sessions.of({ cookie: cookie.replaceAll("__Host-", "") })).toBeUndefined();
});

test("inside the app the tokens are in the answer and no cookie is set; a grant that nobody signed is none", () => {
  const { sessions, grant } = sessionsAt();
  const given = grant();
  const { cookies, fields } = sessions.granted(given, true)!;
  expect([cookies, fields]).toEqual([[], { token: given.accessToken, refreshToken: given.refreshToken }]);
  expect(sessions.granted({ ...given, accessToken: "a1.x~y" }, false)).toBeUndefined();
  expect(sessions.granted("ended", false)!.cookies.every((line) => line.includes("Max-Age=0"))).toBe(true);
});

test("[D.15] a browser keeps the access token for fifteen minutes and the refresh token for thirty days", () => {
  const { sessions, grant } = sessionsAt();
  const ageOf = (line: string): number => Number(/Max-Age=(\d+)/.exec(line)![1]);
  expect(sessions.granted(grant(), false)!.cookies.map(ageOf)).toEqual([900, 30 * 86_400]);
});

test("two exchanges on one host have cookies of their own names", () => {
  const [real, simulated] = [sessionsAt(), sessionsAt(false, "tm-simul")];
  const cookie = simulated.sessions
    .granted(simulated.grant(), false)!
    .cookies.map((line) => line.split(";")[0])
    .join("; ");
  expect(simulated.sessions.of({ cookie })).toMatchObject({ uid: 7 });
  expect([real.sessions.of({ cookie }), real.sessions.refreshTokenOf({ cookie })]).toEqual([undefined, undefined]);
});
