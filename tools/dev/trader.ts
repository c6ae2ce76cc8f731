import { type Client, createClient, createSocket, type Socket } from "@tidemark/kit-client";
import { systemClock } from "@tidemark/kit-node";
import { cookieWire } from "@tidemark/kit-testing";
import { developmentPassword, emailOf } from "./seed/people.ts";

export { developmentPassword } from "./seed/people.ts";

/** A person with a client and, when asked for, a connection: what a browser is, without one. */
export type Trader = {
  readonly name: string;
  readonly client: Client;
  /** The connection for `follow`, opened at first use. */
  socket(): Socket;
  close(): void;
};

const busyTriesMax = 60;
const busyWaitMs = 500;

/** A client of a gateway with its own cookies. Clients with the same device id are one device. */
function connect(url: string, name: string, deviceId: string): Trader {
  const cookies = new Map<string, string>();
  const cookie = (): string => [...cookies].map(([key, value]) => `${key}=${value}`).join("; ");
  let open: Socket | undefined;
  const client = createClient({
    baseUrl: url,
    sender: { device: { deviceId, uuid: deviceId } },
    async fetch(address, init) {
      const headers = new Headers(init.headers);
      if (cookies.size > 0) headers.set("cookie", cookie());
      const response = await globalThis.fetch(address, { ...init, headers });
      for (const line of response.headers.getSetCookie()) {
        const [key, value] = line.split(";")[0]!.split("=") as [string, string];
        cookies.set(key, value);
      }
      return response;
    },
  });
  return {
    name,
    client,
    socket: () =>
      (open ??= createSocket({
        url: `${url.replace("http", "ws")}/ws`,
        connect: cookieWire(cookie),
        renew: () => client.renew(),
      })),
    close: () => open?.close(),
  };
}

/** Somebody who has not signed in. */
export const visit = (url: string, name: string, deviceId: string): Trader => connect(url, name, deviceId);

/** Signs in at a gateway. `url` is its address, e.g. http://127.0.0.1:8080. */
export async function signIn(url: string, name: string, deviceId = "development"): Promise<Trader> {
  const trader = connect(url, name, deviceId);
  const ask = () => trader.client.call("signIn", { loginId: emailOf(name), password: developmentPassword });
  let outcome = await ask();
  // On a machine that has just started everything passwords are checked slowly, and many sign-ins at once are too many of one address.
  const isEarly = (): boolean => !outcome.ok && (outcome.refusal === "BUSY" || outcome.refusal === "TOO_MANY_REQUESTS");
  for (let left = busyTriesMax; left > 0 && isEarly(); left -= 1) {
    await systemClock.sleep(busyWaitMs);
    outcome = await ask();
  }
  if (!outcome.ok) throw new Error(`${name} could not sign in: ${outcome.message}`);
  return trader;
}

/** The same session at another gateway, by a ticket of the first. */
export async function joinBy({ client, name }: Trader, url: string, deviceId = "development"): Promise<Trader> {
  const ticket = await client.call("sessionTicket", { host: new URL(url).host });
  if (!ticket.ok) throw new Error(`${name} got no ticket: ${ticket.message}`);
  const trader = connect(url, name, deviceId);
  const joined = await trader.client.call("openByTicket", ticket.value);
  if (!joined.ok) throw new Error(`${name} could not join at ${url}: ${joined.message}`);
  return trader;
}
