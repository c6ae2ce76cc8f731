import { type Client, createClient, createSocket, type Socket, type Wire, type WireEars } from "@tidemark/kit-client";

/** A person with a client and, when asked for, a connection: what a browser is, without one. */
export type Trader = {
  readonly name: string;
  readonly client: Client;
  /** The connection for `follow`, opened at first use. */
  socket(): Socket;
  close(): void;
};

export const developmentPassword = "tidemark";

type NodeWebSocket = new (url: string, options: { headers: Record<string, string> }) => WebSocket;

/** Node's own WebSocket takes headers, which a browser's does not: here the cookie has to be carried by hand. */
function wireWith(cookie: () => string) {
  return (url: string, ears: WireEars): Wire => {
    const socket = new (WebSocket as unknown as NodeWebSocket)(url, { headers: { cookie: cookie() } });
    socket.addEventListener("open", () => ears.opened());
    socket.addEventListener("message", (event) => ears.message(String(event.data)));
    socket.addEventListener("close", () => ears.closed());
    return { send: (text) => socket.send(text), close: () => socket.close() };
  };
}

/** Signs in at a gateway. `url` is its address, e.g. http://127.0.0.1:8080. */
export async function signIn(url: string, name: string): Promise<Trader> {
  const cookies = new Map<string, string>();
  const cookie = (): string => [...cookies].map(([key, value]) => `${key}=${value}`).join("; ");
  let open: Socket | undefined;
  const client = createClient({
    baseUrl: url,
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
  const outcome = await client.call("login", { loginId: name, password: developmentPassword });
  if (!outcome.ok) throw new Error(`${name} could not sign in: ${outcome.message}`);
  return {
    name,
    client,
    socket: () => (open ??= createSocket({ url: `${url.replace("http", "ws")}/ws`, connect: wireWith(cookie) })),
    close: () => open?.close(),
  };
}
