import type { UserInfo } from "@tidemark/contracts";
import type { SessionCallbacks } from "@tidemark/kit-client";
import { QueryClient, QueryObserver } from "@tanstack/react-query";
import { afterEach, beforeEach, expect, test, vi } from "vitest";

const spy = vi.hoisted(() => ({
  toasts: [] as string[],
  callbacks: undefined as unknown,
  answers: {} as Record<string, unknown>,
  asked: [] as string[],
  restarts: 0,
}));
vi.mock("@tidemark/kit-ui", () => ({ toast: { error: (text: string) => spy.toasts.push(text) } }));
vi.mock("../lib/client/client.ts", () => ({
  client: {
    call: async (name: string) => {
      spy.asked.push(name);
      return spy.answers[name];
    },
  },
  socket: { restart: () => (spy.restarts += 1) },
  setSessionCallbacks: (callbacks: unknown) => (spy.callbacks = callbacks),
}));

const alice = { userId: "1001", displayUserId: "1001", loginId: "alice@example.com", vipTag: 0 } as UserInfo;
const bob = { userId: "1002", displayUserId: "1002", loginId: "bob@example.com", vipTag: 0 } as UserInfo;
const expired = "Login has expired";

type Native = (call: { id: number; handler: string; action: string }) => unknown;

/** A page at this URL; inside an app if the bridge answers. */
async function pageAt(pathname: string, search = "", native?: Native) {
  vi.resetModules();
  spy.toasts.length = 0;
  spy.asked.length = 0;
  spy.restarts = 0;
  const location = { protocol: "https:", host: "h", hostname: "h", pathname, search, assign: vi.fn(), reload: vi.fn() };
  vi.stubGlobal("location", location);
  vi.stubGlobal("localStorage", undefined);
  if (native !== undefined) {
    const window: { tidemarkAnswer?: (id: number, text: string) => void } & Record<string, unknown> = {
      addEventListener: () => undefined,
      tidemarkNative: {
        postMessage(text: string) {
          const call = JSON.parse(text) as Parameters<Native>[0];
          window.tidemarkAnswer!(call.id, JSON.stringify({ data: native(call) }));
        },
      },
    };
    vi.stubGlobal("window", window);
  }
  const page = { ...(await import("./session.ts")), ...(await import("./user.ts")) };
  page.keepSession(() => expired);
  return { ...page, location, callbacks: spy.callbacks as SessionCallbacks };
}

beforeEach(() => void vi.useFakeTimers());
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test("[S4.33 S9.16] a token error says 'Login has expired', forgets the user and loads the page again after 1000 ms, once", async () => {
  const { callbacks, setUser, userNow, location } = await pageAt("/markets");
  setUser(alice);
  expect(callbacks.isSignedIn()).toBe(true);
  callbacks.ended();
  callbacks.ended();
  expect([spy.toasts, userNow(), callbacks.isSignedIn()]).toEqual([[expired], null, false]);
  vi.advanceTimersByTime(999);
  expect(location.reload).not.toHaveBeenCalled();
  vi.advanceTimersByTime(1);
  expect(location.reload).toHaveBeenCalledOnce();
});

test("[S2.8] who is logged out and asks for what needs a session goes to the login page and will come back, with his query", async () => {
  const { callbacks, location } = await pageAt("/kr/personal/orders/open", "?product=2");
  expect(callbacks.isSignedIn()).toBe(false);
  callbacks.needed();
  const back = encodeURIComponent("/kr/personal/orders/open?product=2");
  expect(location.assign).toHaveBeenCalledWith(`/kr/auth/login?product=2&backurl=${back}`);
  expect(spy.toasts).toEqual([]);
});

test("[S2.10] pages of signing in are not come back to", async () => {
  const { signInPath } = await pageAt("/auth/login", "?campaign=tide");
  expect(signInPath("/auth/login", "?campaign=tide", "/auth/register/email")).toBe(
    "/auth/register/email?campaign=tide",
  );
});

test("[S7.77] 10001 in the app clears its user, lets it log in, and loads the page again once there is a token", async () => {
  const names: string[] = [];
  const tokens: (string | undefined)[] = [undefined, "fresh"];
  const native: Native = ({ handler, action }) => {
    names.push(`${handler}.${action}`);
    return action === "login" ? { token: tokens.shift() } : {};
  };
  for (const times of [0, 1]) {
    names.length = 0;
    const { callbacks, setUser, userNow, location } = await pageAt("/markets", "", native);
    setUser(alice);
    expect(callbacks.isSignedIn()).toBe(false);
    callbacks.needed();
    callbacks.needed();
    await vi.advanceTimersByTimeAsync(10);
    expect(names).toEqual(["user.clearUserInfo", "user.login"]);
    expect([userNow(), location.reload.mock.calls.length]).toEqual([null, times]);
  }
});

test("[S3.16] what userInfo answers is laid over the stored user, with the flags that he is told apart by; a refusal changes nothing", async () => {
  const { refreshUser, setUser, userNow } = await pageAt("/markets");
  setUser(alice);
  const flags = { koreaIP: false, p2pWhite: true, kycWhite: false, koreanWhite: true };
  const none = { p2p: false, kycWhite: false, ko_KR: false };
  spy.answers = {
    whitelist: { ok: true, value: flags },
    userInfo: { ok: true, value: { userId: alice.userId, vipTag: 2, currentNickName: "Alice", userAct: none } },
  };
  await refreshUser();
  const userAct = { p2p: true, kycWhite: false, ko_KR: true };
  expect(userNow()).toEqual({ ...alice, vipTag: 2, currentNickName: "Alice", userAct });
  spy.answers.userInfo = { ok: false, code: 50002 };
  await refreshUser();
  expect(userNow()).toMatchObject({ vipTag: 2, userAct });
});

const nothingMore = { p2p: false, kycWhite: false, ko_KR: false };

test("what a renewed session tells of its person is stored; his flags stay, and nobody else is changed by it", async () => {
  const { callbacks, setUser, userNow } = await pageAt("/markets");
  const userAct = { p2p: true, kycWhite: true, ko_KR: false };
  setUser({ ...alice, userAct });
  callbacks.renewed({ ...alice, vipTag: 5, currentNickName: "Alice", userAct: nothingMore });
  expect(userNow()).toEqual({ ...alice, vipTag: 5, currentNickName: "Alice", userAct });
  setUser(bob);
  callbacks.renewed({ ...alice, vipTag: 6, userAct: nothingMore });
  expect(userNow()).toEqual(bob);
});

/** An answer that arrives on demand. */
function later() {
  let arrive: (answer: unknown) => void = () => undefined;
  const answer = new Promise((resolve) => (arrive = resolve));
  return { answer, arrive };
}

const flagsOf = (p2pWhite: boolean) => ({ koreaIP: false, p2pWhite, kycWhite: false, koreanWhite: false });

test("an answer about somebody who has left meanwhile is not laid over the next person", async () => {
  const { refreshUser, signedIn, setUser, userNow } = await pageAt("/markets");
  setUser(alice);
  const [info, flags] = [later(), later()];
  spy.answers = { userInfo: info.answer, whitelist: flags.answer, checkStrategy: { ok: false } };
  const refreshed = refreshUser();
  spy.answers.whitelist = { ok: true, value: flagsOf(false) };
  signedIn(bob);
  flags.arrive({ ok: true, value: flagsOf(true) });
  info.arrive({ ok: true, value: { ...alice, vipTag: 9 } });
  await refreshed;
  expect(userNow()).toEqual({ ...bob, userAct: nothingMore });
});

test("flags asked for one person are asked for anew when another is stored before they come", async () => {
  const { setUser, userNow } = await pageAt("/markets");
  const { loadFlags } = await import("./flags.ts");
  setUser(alice);
  const first = later();
  spy.answers = { whitelist: first.answer };
  const known = loadFlags();
  setUser(bob);
  spy.answers.whitelist = { ok: true, value: flagsOf(false) };
  first.arrive({ ok: true, value: flagsOf(true) });
  expect((await known).p2pWhite).toBe(false);
  expect(userNow()?.userAct).toEqual(nothingMore);
});

test("flags that were asked for before the newest ones do not come after them", async () => {
  const { setUser, userNow } = await pageAt("/markets");
  const { loadFlags, refreshFlags } = await import("./flags.ts");
  setUser(alice);
  const first = later();
  spy.answers = { whitelist: first.answer };
  const known = loadFlags();
  spy.answers.whitelist = { ok: true, value: flagsOf(false) };
  refreshFlags();
  await loadFlags();
  first.arrive({ ok: true, value: flagsOf(true) });
  expect((await known).p2pWhite).toBe(false);
  expect(userNow()?.userAct).toEqual(nothingMore);
});

test("flags that could not be told change nothing about the stored user", async () => {
  const { refreshUser, setUser, userNow } = await pageAt("/markets");
  const userAct = { p2p: true, kycWhite: false, ko_KR: true };
  setUser({ ...alice, userAct });
  spy.answers = {
    whitelist: { ok: false, code: 50002 },
    userInfo: { ok: true, value: { ...alice, vipTag: 2, userAct: nothingMore } },
  };
  await refreshUser();
  expect(userNow()).toEqual({ ...alice, vipTag: 2, userAct });
});

/** A tab beside another one that signs users in and out in the same browser. */
async function tabBesideAnother(user: UserInfo) {
  const records = new Map<string, string>();
  const storage = {
    getItem: (key: string) => records.get(key) ?? null,
    setItem: (key: string, text: string) => records.set(key, text),
  };
  const window = new EventTarget();
  vi.stubGlobal("window", window);
  const page = await pageAt("/markets");
  vi.stubGlobal("localStorage", storage);
  page.setUser(user);
  const otherTabSets = (data: UserInfo | null): void => {
    records.set("spot.user", JSON.stringify({ version: 0, data }));
    window.dispatchEvent(Object.assign(new Event("storage"), { key: "spot.user" }));
  };
  return { ...page, otherTabSets };
}

test("another person let in by another tab: connection, flags and trials begin anew, and nothing of the one before stays", async () => {
  const { followOtherTabs, otherTabSets, setUser, userNow } = await tabBesideAnother(alice);
  spy.answers = { whitelist: { ok: false }, checkStrategy: { ok: false }, checkPublicStrategy: { ok: false } };
  const queries = new QueryClient();
  let orders = later();
  const shown = new QueryObserver(queries, { queryKey: ["own", "orders"], queryFn: () => orders.answer });
  const seen: unknown[] = [];
  shown.subscribe(({ data }) => seen.push(data));
  orders.arrive("orders of alice");
  await vi.advanceTimersByTimeAsync(1);
  queries.setQueryData(["own", "security"], "guards of alice");
  queries.setQueryData(["public", "markets"], "markets");
  const end = followOtherTabs(queries);

  otherTabSets({ ...alice, vipTag: 4 });
  expect([spy.restarts, shown.getCurrentResult().data]).toEqual([0, "orders of alice"]);

  orders = later();
  otherTabSets(bob);
  await vi.advanceTimersByTimeAsync(1);
  expect([userNow()?.userId, spy.restarts]).toEqual([bob.userId, 1]);
  expect(spy.asked).toEqual(["whitelist", "checkStrategy"]);
  expect([seen.at(-1), queries.getQueryData(["own", "security"])]).toEqual([undefined, undefined]);
  expect(queries.getQueryData(["public", "markets"])).toBe("markets");
  orders.arrive("orders of bob");
  await vi.advanceTimersByTimeAsync(1);
  expect(seen.at(-1)).toBe("orders of bob");

  // Changes by this tab itself do not call the listener.
  setUser(alice);
  expect(spy.restarts).toBe(1);
  end();
});

test("who leaves in another tab takes his answers along, and nothing is asked for nobody", async () => {
  const { followOtherTabs, otherTabSets } = await tabBesideAnother(alice);
  spy.answers = { whitelist: { ok: false }, checkPublicStrategy: { ok: false } };
  const queries = new QueryClient();
  const asking = vi.fn(async () => "orders of alice");
  const shown = new QueryObserver(queries, { queryKey: ["own", "orders"], queryFn: asking });
  shown.subscribe(() => undefined);
  await vi.advanceTimersByTimeAsync(1);
  const end = followOtherTabs(queries);
  otherTabSets(null);
  await vi.advanceTimersByTimeAsync(1);
  expect([shown.getCurrentResult().data, asking.mock.calls.length]).toEqual([undefined, 1]);
  expect([spy.restarts, spy.asked]).toEqual([1, ["whitelist", "checkPublicStrategy"]]);
  end();
});
