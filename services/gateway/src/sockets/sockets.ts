import websocket from "@fastify/websocket";
import { type Instruments, refusals, type Topic, topicList } from "@tidemark/contracts";
import { type Clock, rateLimitKey } from "@tidemark/kit-node";
import type { FastifyInstance, FastifyRequest } from "fastify";
import type { RawData, WebSocket } from "ws";
import { z } from "zod";
import type { Origins } from "@tidemark/kit-node/http";
import { closeCodes, createSocketClient, type SocketClient } from "./socket-client.ts";
import type { ApiKeyClient, ApiKeyAuth } from "../auth/api-key-auth.ts";
import type { Session, Sessions } from "../auth/sessions.ts";
import { createSocketLimits, type LimitedSocket, type SocketBounds } from "./socket-limits.ts";
import type { Stream, Topics } from "./topics.ts";

export type SocketsDeps = {
  readonly topics: Topics;
  readonly sessions: Sessions;
  readonly apiKeyAuth: ApiKeyAuth;
  readonly origins: Origins;
  readonly clock: Clock;
  readonly bounds: SocketBounds;
  /** Whether its user, or the address of who has none, may open one more; it costs what a read costs. */
  mayOpen(owner: number | string): boolean;
  /** Whether the address of a connection that is refused may cause one more refusal. */
  mayBeRefused(request: FastifyRequest): boolean;
  instruments(): Instruments | undefined;
};

const payloadBytesMax = 64 * 1024;
const subscriptionsMax = 100;
const messagesPerSecond = 20;
const messagesBurst = 200;
const checkEveryMs = 100;
const idleMaxMs = 60_000;
const closeWaitMs = 1_000;
const expiryNoticeMs = 60_000;

const streamFields = {
  topic: z.string().max(40),
  symbol: z.string().max(24).optional(),
  part: z.string().max(24).optional(),
};
const messageShape = z.discriminatedUnion("op", [
  z.strictObject({ op: z.literal("subscribe"), ...streamFields }),
  z.strictObject({ op: z.literal("unsubscribe"), ...streamFields }),
  z.strictObject({ op: z.literal("ping") }),
]);
type StreamName = { readonly topic: string; readonly symbol?: string | undefined; readonly part?: string | undefined };

const topicByName = new Map<string, Topic>(topicList.map((topic) => [topic.name, topic]));

function readMessage(data: RawData): z.infer<typeof messageShape> | undefined {
  try {
    // eslint-disable-next-line typescript/no-base-to-string
    return messageShape.safeParse(JSON.parse(data.toString())).data;
  } catch {
    return undefined;
  }
}

type Connection = LimitedSocket & {
  readonly socket: WebSocket;
  readonly client: SocketClient;
  readonly session: Session | undefined;
  readonly apiKeyClient: ApiKeyClient | undefined;
  readonly streams: Map<string, Stream>;
  tokens: number;
  tokensAt: number;
  lastMessageAt: number;
  isExpiryAnnounced: boolean;
};

/** Answers how many are open. */
export function serveSockets(app: FastifyInstance, deps: SocketsDeps): () => number {
  const { topics, clock } = deps;
  const connections = new Set<Connection>();
  const limits = createSocketLimits<Connection>(deps.bounds, clock);
  const signers = new WeakMap<FastifyRequest, ApiKeyClient>();

  /** The user of the session or of the API key, and where the connection comes from. */
  const ownerOf = (request: FastifyRequest): Pick<Connection, "uid" | "address" | "session" | "apiKeyClient"> => {
    const apiKeyClient = signers.get(request);
    const session = apiKeyClient === undefined ? deps.sessions.of(request.headers) : undefined;
    return { uid: apiKeyClient?.uid ?? session?.uid, address: rateLimitKey(request.ip), session, apiKeyClient };
  };

  const nameOf = ({ topic, symbol = "", part = "" }: StreamName): string => `${topic} ${symbol} ${part}`;

  /** The stream that the name means for this connection, or the code of the refusal. */
  function streamIdOf(
    connection: Connection,
    { topic: name, symbol, part }: StreamName,
  ): { topic: Topic; to: number } | number {
    const topic = topicByName.get(name);
    if (topic === undefined) return refusals.NOT_FOUND.code;
    if (part === undefined ? topic.parts !== undefined : topic.parts?.includes(part) !== true)
      return refusals.NOT_FOUND.code;
    if (topic.per === "user")
      return connection.uid === undefined ? refusals.LOGIN_INVALID.code : { topic, to: connection.uid };
    if (topic.per === "all") return { topic, to: 0 };
    const market = deps.instruments()?.market(symbol ?? "");
    if (deps.instruments() === undefined) return refusals.BUSY.code;
    return market === undefined ? refusals.SYMBOL_NOT_FOUND.code : { topic, to: market.id };
  }

  function subscribe(connection: Connection, streamName: StreamName): void {
    const { client, streams } = connection;
    const refuse = (code: number): void => client.send({ op: "refused", ...streamName, code });
    const found = streamIdOf(connection, streamName);
    if (typeof found === "number") return refuse(found);
    const old = streams.get(nameOf(streamName));
    if (old === undefined && streams.size >= subscriptionsMax) return refuse(refusals.TOO_MANY_REQUESTS.code);
    const { stream, at } = topics.subscribe(found.topic, { ...streamName, to: found.to }, client);
    streams.set(nameOf(streamName), stream);
    client.send({ op: "subscribed", ...streamName, ...at });
  }

  function unsubscribe(connection: Connection, streamName: StreamName): void {
    const stream = connection.streams.get(nameOf(streamName));
    if (stream === undefined) return;
    connection.streams.delete(nameOf(streamName));
    connection.client.forget(stream);
    topics.unsubscribe(stream, connection.client);
  }

  function isOverMessageRate(connection: Connection): boolean {
    const now = clock.steady();
    const gained = ((now - connection.tokensAt) / 1000) * messagesPerSecond;
    connection.tokens = Math.min(messagesBurst, connection.tokens + gained) - 1;
    connection.tokensAt = now;
    connection.lastMessageAt = now;
    return connection.tokens < 0;
  }

  function onMessage(connection: Connection, data: RawData): void {
    // A dismissed connection may still send: what it subscribed now, nobody would end.
    if (!connections.has(connection)) return;
    if (isOverMessageRate(connection)) return connection.socket.close(closeCodes.tooManyMessages, "too many messages");
    const message = readMessage(data);
    if (message === undefined) return connection.client.send({ op: "refused", code: refusals.REQUEST_INVALID.code });
    if (message.op === "ping") return connection.client.send({ op: "pong" });
    const { op, ...streamName } = message;
    return op === "subscribe" ? subscribe(connection, streamName) : unsubscribe(connection, streamName);
  }

  function onClose(connection: Connection): void {
    if (!connections.delete(connection)) return;
    limits.remove(connection);
    for (const stream of connection.streams.values()) topics.unsubscribe(stream, connection.client);
    connection.streams.clear();
  }

  /** It leaves at once: a client that does not answer the closing must not keep its place. */
  function dismiss(connection: Connection): void {
    onClose(connection);
    connection.socket.close(closeCodes.full, "full");
    setTimeout(() => connection.socket.terminate(), closeWaitMs).unref();
  }

  function onOpen(socket: WebSocket, request: FastifyRequest): void {
    socket.on("error", () => socket.terminate());
    const owner = ownerOf(request);
    const room = limits.roomFor(owner);
    if (room === undefined) return socket.close(closeCodes.full, "full");
    if (room.leaver !== undefined) dismiss(room.leaver);
    const wire = request.raw.socket;
    wire.setNoDelay(true);
    const now = clock.steady();
    const connection: Connection = {
      ...owner,
      socket,
      client: createSocketClient(socket, wire, clock),
      streams: new Map(),
      openedAt: now,
      tokens: messagesBurst,
      tokensAt: now,
      lastMessageAt: now,
      isExpiryAnnounced: false,
    };
    connections.add(connection);
    limits.add(connection);
    socket.on("message", (data) => onMessage(connection, data));
    socket.on("close", () => onClose(connection));
  }

  /**
   * A connection ends with the token that it was opened with, or a stolen one would read for ever. It is announced, so that the client
   * renews its session and opens the next connection before this one ends.
   */
  function checkExpiry(connection: Connection): void {
    const { session, apiKeyClient, client, socket } = connection;
    const until = apiKeyClient === undefined ? session?.until : apiKeyClient.until;
    if (until === undefined || until === null) return;
    const inMs = until - clock.now();
    if (inMs <= 0)
      return socket.close(closeCodes.sessionEnded, apiKeyClient === undefined ? "token expired" : "key expired");
    if (session === undefined || connection.isExpiryAnnounced || inMs > expiryNoticeMs) return;
    connection.isExpiryAnnounced = true;
    client.send({ op: "expiring", inMs });
  }

  const checker = setInterval(() => {
    const now = clock.steady();
    for (const connection of connections) {
      connection.client.check();
      // Our clients ping every ten seconds; a connection without messages for a minute is dead.
      if (now - connection.lastMessageAt > idleMaxMs) connection.socket.terminate();
      checkExpiry(connection);
    }
  }, checkEveryMs);
  checker.unref();
  deps.sessions.onEnded((id) => {
    for (const { session, socket } of connections)
      if (session?.id === id) socket.close(closeCodes.sessionEnded, "session ended");
  });

  deps.apiKeyAuth.onForgotten((key) => {
    for (const { apiKeyClient, socket } of connections)
      if (apiKeyClient?.key === key) socket.close(closeCodes.sessionEnded, "key changed");
  });

  /** The status that a connection is refused with before it is made: what is opened and closed at once would be tried again at once. */
  async function problemOf(request: FastifyRequest): Promise<number | undefined> {
    if (!deps.origins.allows(request.headers.origin)) return 403;
    if (deps.apiKeyAuth.isApiKey(request)) {
      const apiKeyClient = await deps.apiKeyAuth.signerOf(request, Buffer.alloc(0));
      if (typeof apiKeyClient === "string" || !apiKeyClient.permissions.includes("READ")) return 401;
      signers.set(request, apiKeyClient);
    }
    const owner = ownerOf(request);
    if (owner.session !== undefined && !deps.sessions.isCaughtUp) return 503;
    if (limits.roomFor(owner) === undefined) return 503;
    return deps.mayOpen(owner.uid ?? owner.address) ? undefined : 429;
  }

  app.register(websocket, { options: { maxPayload: payloadBytesMax, perMessageDeflate: false } });
  app.register(async (scope) => {
    scope.route({
      method: "GET",
      url: "/ws",
      schema: { hide: true },
      preValidation: async (request, reply) => {
        const status = await problemOf(request);
        if (status === undefined) return undefined;
        return reply.code(deps.mayBeRefused(request) ? status : 429).send("");
      },
      handler: (_request, reply) => reply.code(426).send(""),
      wsHandler: onOpen,
    });
  });
  app.addHook("onClose", async () => {
    clearInterval(checker);
    for (const { socket } of connections) socket.terminate();
  });
  return () => connections.size;
}
