import websocket from "@fastify/websocket";
import { type Names, refusals, type Topic, topicList } from "@tidemark/contracts";
import type { Clock } from "@tidemark/kit-node";
import type { FastifyInstance, FastifyRequest } from "fastify";
import type { RawData, WebSocket } from "ws";
import { z } from "zod";
import type { Origins } from "./origins.ts";
import { closeCodes, socketReader, type SocketReader } from "./reader.ts";
import type { Program, Programs } from "./programs.ts";
import type { Session, Sessions } from "./session.ts";
import type { Stream, Topics } from "./topics.ts";

export type SocketsKit = {
  readonly topics: Topics;
  readonly sessions: Sessions;
  readonly programs: Programs;
  readonly origins: Origins;
  readonly clock: Clock;
  readonly socketsMax: number;
  names(): Names | undefined;
};

const payloadBytesMax = 64 * 1024;
const subscriptionsMax = 100;
const messagesPerSecond = 20;
const messagesBurst = 200;
const checkEveryMs = 100;
const silenceMaxMs = 60_000;

const streamFields = { topic: z.string().max(40), symbol: z.string().max(24).optional() };
const messageShape = z.discriminatedUnion("op", [
  z.strictObject({ op: z.literal("subscribe"), ...streamFields }),
  z.strictObject({ op: z.literal("unsubscribe"), ...streamFields }),
  z.strictObject({ op: z.literal("ping") }),
]);
type StreamName = { readonly topic: string; readonly symbol?: string | undefined };

const topicByName = new Map<string, Topic>(topicList.map((topic) => [topic.name, topic]));

function readMessage(data: RawData): z.infer<typeof messageShape> | undefined {
  try {
    // eslint-disable-next-line typescript/no-base-to-string
    return messageShape.safeParse(JSON.parse(data.toString())).data;
  } catch {
    return undefined;
  }
}

type Connection = {
  readonly socket: WebSocket;
  readonly reader: SocketReader;
  readonly session: Session | undefined;
  readonly program: Program | undefined;
  /** Who is there, by a session or by a key. */
  readonly uid: number | undefined;
  readonly streams: Map<string, Stream>;
  tokens: number;
  tokensAt: number;
  heardAt: number;
};

export function serveSockets(app: FastifyInstance, kit: SocketsKit): void {
  const { topics, clock } = kit;
  const connections = new Set<Connection>();
  const signers = new WeakMap<FastifyRequest, Program>();

  const nameOf = ({ topic, symbol }: StreamName): string => `${topic} ${symbol ?? ""}`;

  /** Which stream the words mean to this connection, or the code that refuses them. */
  function streamIdOf(
    connection: Connection,
    { topic: name, symbol }: StreamName,
  ): { topic: Topic; to: number } | number {
    const topic = topicByName.get(name);
    if (topic === undefined) return refusals.NOT_FOUND.code;
    if (topic.per === "user")
      return connection.uid === undefined ? refusals.LOGIN_INVALID.code : { topic, to: connection.uid };
    const market = kit.names()?.market(symbol ?? "");
    if (kit.names() === undefined) return refusals.BUSY.code;
    return market === undefined ? refusals.SYMBOL_NOT_FOUND.code : { topic, to: market.id };
  }

  function subscribe(connection: Connection, words: StreamName): void {
    const { reader, streams } = connection;
    const refuse = (code: number): void => reader.say({ op: "refused", ...words, code });
    const found = streamIdOf(connection, words);
    if (typeof found === "number") return refuse(found);
    const old = streams.get(nameOf(words));
    if (old === undefined && streams.size >= subscriptionsMax) return refuse(refusals.TOO_MANY_REQUESTS.code);
    const { stream, seq } = topics.subscribe(found.topic, found.to, words.symbol, reader);
    streams.set(nameOf(words), stream);
    reader.say({ op: "subscribed", ...words, seq });
  }

  function unsubscribe(connection: Connection, words: StreamName): void {
    const stream = connection.streams.get(nameOf(words));
    if (stream === undefined) return;
    connection.streams.delete(nameOf(words));
    connection.reader.forget(stream);
    topics.unsubscribe(stream, connection.reader);
  }

  function isTooTalkative(connection: Connection): boolean {
    const now = clock.steady();
    const gained = ((now - connection.tokensAt) / 1000) * messagesPerSecond;
    connection.tokens = Math.min(messagesBurst, connection.tokens + gained) - 1;
    connection.tokensAt = now;
    connection.heardAt = now;
    return connection.tokens < 0;
  }

  function hear(connection: Connection, data: RawData): void {
    if (isTooTalkative(connection)) return connection.socket.close(closeCodes.tooManyMessages, "too many messages");
    const message = readMessage(data);
    if (message === undefined) return connection.reader.say({ op: "refused", code: refusals.REQUEST_INVALID.code });
    if (message.op === "ping") return connection.reader.say({ op: "pong" });
    const { op, ...words } = message;
    return op === "subscribe" ? subscribe(connection, words) : unsubscribe(connection, words);
  }

  function leave(connection: Connection): void {
    if (!connections.delete(connection)) return;
    for (const stream of connection.streams.values()) topics.unsubscribe(stream, connection.reader);
    connection.streams.clear();
  }

  function welcome(socket: WebSocket, request: FastifyRequest): void {
    socket.on("error", () => socket.terminate());
    if (connections.size >= kit.socketsMax) return socket.close(closeCodes.full, "full");
    const wire = request.raw.socket;
    wire.setNoDelay(true);
    const now = clock.steady();
    const program = signers.get(request);
    const session = program === undefined ? kit.sessions.of(request.headers) : undefined;
    const connection: Connection = {
      socket,
      reader: socketReader(socket, wire, clock),
      session,
      program,
      uid: program?.uid ?? session?.uid,
      streams: new Map(),
      tokens: messagesBurst,
      tokensAt: now,
      heardAt: now,
    };
    connections.add(connection);
    socket.on("message", (data) => hear(connection, data));
    socket.on("close", () => leave(connection));
  }

  const checker = setInterval(() => {
    const now = clock.steady();
    for (const connection of connections) {
      connection.reader.check();
      // Our clients speak every ten seconds; a connection that is silent for a minute has nobody behind it.
      if (now - connection.heardAt > silenceMaxMs) connection.socket.terminate();
      const { until = null } = connection.program ?? {};
      if (until !== null && until <= clock.now()) connection.socket.close(closeCodes.sessionEnded, "key expired");
    }
  }, checkEveryMs);
  checker.unref();
  kit.sessions.onEnded((id) => {
    for (const { session, socket } of connections)
      if (session?.id === id) socket.close(closeCodes.sessionEnded, "session ended");
  });

  kit.programs.onForgotten((key) => {
    for (const { program, socket } of connections)
      if (program?.key === key) socket.close(closeCodes.sessionEnded, "key changed");
  });

  app.register(websocket, { options: { maxPayload: payloadBytesMax, perMessageDeflate: false } });
  app.register(async (scope) => {
    scope.route({
      method: "GET",
      url: "/ws",
      schema: { hide: true },
      preValidation: async (request, reply) => {
        if (!kit.origins.allows(request.headers.origin)) return reply.code(403).send("");
        if (!kit.programs.isProgram(request)) return undefined;
        const program = await kit.programs.signerOf(request, Buffer.alloc(0));
        if (typeof program === "string" || !program.permissions.includes("READ")) return reply.code(401).send("");
        signers.set(request, program);
      },
      handler: (_request, reply) => reply.code(426).send(""),
      wsHandler: welcome,
    });
  });
  app.addHook("onClose", async () => {
    clearInterval(checker);
    for (const { socket } of connections) socket.terminate();
  });
}
