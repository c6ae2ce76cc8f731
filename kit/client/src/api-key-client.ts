import { apiKeyHeadersOf, type ApiKeySigner } from "./api-key-signer.ts";
import { type Client, createClient } from "./call.ts";
import { createSocket, type Socket } from "./socket/socket.ts";
import { headersWire } from "./socket/wire.ts";

export type ApiKeyClientSettings = {
  /** The exchange's address, e.g. http://127.0.0.1:8080. */
  readonly url: string;
  readonly apiKey: ApiKeySigner;
};

/** An API key client: all calls and topics, signed by an API key, without session, cookie or page. */
export type ApiKeyClient = {
  readonly client: Client;
  /** The connection for `follow`, opened at first use. */
  socket(): Socket;
  close(): void;
};

export function createApiKeyClient({ url, apiKey }: ApiKeyClientSettings): ApiKeyClient {
  let open: Socket | undefined;
  const connect = headersWire((address) => apiKeyHeadersOf(apiKey, { method: "GET", path: new URL(address).pathname }));
  return {
    client: createClient({ baseUrl: url, apiKey }),
    socket: () => (open ??= createSocket({ url: `${url.replace(/^http/, "ws")}/ws`, connect })),
    close: () => open?.close(),
  };
}
