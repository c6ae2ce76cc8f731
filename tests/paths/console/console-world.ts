import { consoleCalls, type OperatorRole, type OperatorSession, refusalOf, success } from "@tidemark/contracts";
import {
  type Clock,
  connectBus,
  createLog,
  developmentAccess,
  openDatabase,
  systemClock,
  urlAs,
} from "@tidemark/kit-node";
import { type ConsoleClient, createConsoleClient } from "@tidemark/kit-client";
import { throwAwayDatabase } from "@tidemark/kit-testing";

import { createConsole } from "../../../services/console/src/app.ts";
import { readSettings } from "../../../services/console/src/config.ts";
import {
  consoleRole,
  type ConsoleRegister,
  ensureConsoleRole,
  migrateConsole,
  openConsoleRegister,
} from "../../../services/console/src/index.ts";
import { migratePlatform } from "../../../services/platform/src/index.ts";
import { type Device, type Manner, passkeyDevice } from "../../peers/passkey-device.ts";

export const origin = "http://localhost:8095";
export const honest: Manner = { origin, rpId: "localhost" };
const reason = "joined the operators";

type Sent = {
  readonly method?: "GET" | "POST";
  readonly url: string;
  readonly headers?: Record<string, string>;
  readonly payload?: string | object;
  readonly query?: Record<string, string>;
};
/** A request to the process, as from a browser. */
type Send = (sent: Sent) => Promise<{
  readonly statusCode: number;
  readonly headers: Readonly<Record<string, unknown>>;
  json<T>(): T;
}>;

export type Answered = {
  readonly status: number;
  readonly code: number;
  /** `ok`, or the name of the refusal. */
  readonly result: string;
  readonly data: unknown;
  readonly headers: Readonly<Record<string, unknown>>;
};
type Name = keyof typeof consoleCalls;

/** A console on a database of its own, or on that of a platform, with a clock that tests move; its rights are those of the running process. */
export async function openConsoleWorld(
  settings: Record<string, string> = {},
  ofPlatform?: { readonly url: string },
  /** Receives every log line; without it nothing is logged. */
  onLine?: (line: string) => void,
) {
  const database = ofPlatform === undefined ? await throwAwayDatabase() : { ...ofPlatform, drop: async () => {} };
  if (ofPlatform === undefined) await migratePlatform(database.url);
  await ensureConsoleRole(database.url);
  await migrateConsole(database.url);
  const owner = openDatabase(database.url, 2);
  const served = openDatabase(urlAs(consoleRole, database.url), 4);
  const register: ConsoleRegister = openConsoleRegister(database.url);
  let aheadMs = 0;
  const clock: Clock = { ...systemClock, now: () => systemClock.now() + aheadMs };
  const log = createLog("test", onLine);
  log.level = onLine === undefined ? "silent" : "trace";
  const rates = { RATE_READ_PER_SECOND: "100000", RATE_SIGN_IN_PER_SECOND: "100000" };
  const config = readSettings({ CONSOLE_ORIGIN: origin, ...rates, ...settings });
  const bus = await connectBus(config.NATS_URL, "console", developmentAccess("console", config.CORE_NAME));
  const app = await createConsole({ config, db: served.db, clock, log, bus });
  const send: Send = (sent) => app.inject(sent);
  return {
    send,
    owner,
    register,
    databaseUrl: database.url,
    /** Moves the clock of the process; invitations are made by the machine's. */
    pass: (ms: number): void => void (aheadMs += ms),
    browser: () => openBrowser(send),
    invite: (name: string, roles: readonly OperatorRole[]) =>
      register.invite({ name, roles, reason, origin: "a test" }),
    async close() {
      await app.close();
      await bus.close();
      await register.close();
      await served.close();
      await owner.close();
      await database.drop();
    },
  };
}
export type ConsoleWorld = Awaited<ReturnType<typeof openConsoleWorld>>;

/** A browser with a cookie jar and one authenticator. */
export function openBrowser(send: Send) {
  const device: Device = passkeyDevice();
  let cookie = "";
  let deviceCookie = "";
  const headersOf = (): Record<string, string> => ({
    host: "localhost:8095",
    origin,
    "sec-fetch-site": "same-origin",
    cookie: [cookie, deviceCookie].filter((one) => one !== "").join("; "),
  });
  function keepCookies(set: unknown): void {
    for (const line of [set ?? []].flat() as string[]) {
      const [pair] = line.split(";") as [string];
      if (pair.startsWith("console-device=")) deviceCookie = pair;
      else cookie = pair;
    }
  }
  async function call(name: Name, ask: object = {}, headers: Record<string, string> = {}): Promise<Answered> {
    const [method, url] = consoleCalls[name].path.split(" ") as ["GET" | "POST", string];
    const response = await send({
      method,
      url,
      headers: { ...headersOf(), ...headers },
      ...(method === "POST" ? { payload: ask } : { query: ask as Record<string, string> }),
    });
    keepCookies(response.headers["set-cookie"]);
    const { code, data } = response.json<{ code: number; data: unknown }>();
    const result = code === success ? "ok" : (refusalOf(code) ?? String(code));
    return { status: response.statusCode, code, result, data, headers: response.headers };
  }
  const dataOf = async <T>(asked: Promise<Answered>): Promise<T> => {
    const { result, data } = await asked;
    if (result !== "ok") throw new Error(result);
    return data as T;
  };
  type Offer = { readonly ticket: string; readonly options: { readonly challenge: string } };
  const browser = {
    device,
    call,
    /** The client of the console's pages, in this browser. */
    client: createConsoleClient(async (url, { method = "GET", body }) => {
      const answered = await send({
        method: method as "GET" | "POST",
        url,
        headers: { ...headersOf(), ...(body === undefined ? {} : { "content-type": "application/json" }) },
        ...(body === undefined ? {} : { payload: body as string }),
      });
      keepCookies(answered.headers["set-cookie"]);
      return Response.json(answered.json());
    }),
    get deviceCookie() {
      return deviceCookie;
    },
    /** Another operator's browser becomes this one. */
    set deviceCookie(value: string) {
      deviceCookie = value;
    },
    get cookie() {
      return cookie;
    },
    set cookie(value: string) {
      cookie = value;
    },
    async accept(invitation: string, manner: Partial<Manner> = {}): Promise<Answered> {
      const opened = await call("openInvitation", { invitation });
      if (opened.result !== "ok") return opened;
      const { ticket, options } = opened.data as Offer;
      const passkey = device.make(options, { ...honest, ...manner });
      return call("acceptInvitation", { invitation, ticket, label: "Laptop", passkey });
    },
    async sign(purpose: "signIn" | "confirm", manner: Partial<Manner> = {}, by: Device = device): Promise<Answered> {
      const { ticket, options } = await dataOf<Offer>(call("challengeOperator", { purpose }));
      const passkey = by.answer(ticket, options, { ...honest, ...manner });
      return call(purpose === "signIn" ? "signInOperator" : "confirmOperator", { passkey });
    },
    session: () => dataOf<OperatorSession>(call("operatorMe")),
  };
  return browser;
}
export type Browser = ReturnType<typeof openBrowser>;

/** An operator who has accepted an invitation, in a browser of their own. */
export async function openOperator(
  world: ConsoleWorld,
  name: string,
  roles: readonly OperatorRole[],
): Promise<{ readonly id: number; readonly client: ConsoleClient; readonly browser: Browser }> {
  const browser = world.browser();
  const { token } = await world.invite(name, roles);
  const { result } = await browser.accept(token);
  if (result !== "ok") throw new Error(result);
  return { id: (await browser.session()).id, client: browser.client, browser };
}
export type Operator = Awaited<ReturnType<typeof openOperator>>;
