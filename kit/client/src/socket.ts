import type { SourceSeq } from "@tidemark/contracts";

/** One delta of a stream as it travels. `prev` is the number that the stream had reached before it, in the numbering of `source`. */
export type Delta = {
  readonly source: string;
  readonly prev: number;
  readonly seq: number;
  readonly rows: readonly Readonly<Record<string, unknown>>[];
};
export type Stream = { readonly topic: string; readonly symbol?: string; readonly part?: string };

export type StreamEvent =
  /** The server relays from here on; `at` is what it had reached. */
  | { readonly kind: "subscribed"; readonly at: SourceSeq }
  | { readonly kind: "delta"; readonly delta: Delta }
  | { readonly kind: "resync"; readonly at: SourceSeq }
  /** Another connection has taken over, which began at `at`; what the old one had not delivered yet is lost. */
  | { readonly kind: "continued"; readonly at: SourceSeq }
  | { readonly kind: "refused"; readonly code: number }
  /** The connection is lost: what is shown may be old. */
  | { readonly kind: "lost" };

/** `stale`: it was live once and is not now. */
export type SocketStatus = "connecting" | "live" | "stale" | "closed";

/** The transport under the socket, so that Node with a cookie, a browser and a test can each supply their own. */
export type WireCallbacks = { opened(): void; message(text: string): void; closed(): void };
export type Wire = { send(text: string): void; close(): void };

export type SocketSettings = {
  /** A function where the host may change between two connections. */
  readonly url: string | (() => string);
  readonly connect?: (url: string, callbacks: WireCallbacks) => Wire;
  readonly pingEveryMs?: number;
  /** Silence after which the connection counts as dead. */
  readonly silenceMaxMs?: number;
  readonly backOffMinMs?: number;
  readonly backOffMaxMs?: number;
  readonly random?: () => number;
  /**
   * Renews the session that connections are made with; false where it could not be. Called when the server says that the session ends soon;
   * without it the connection is lost then, and made again.
   */
  readonly renew?: () => Promise<boolean>;
  /** It is made now, and connects when `restart` is called for the first time. */
  readonly startsClosed?: boolean;
};

export type Socket = {
  readonly status: SocketStatus;
  onStatus(listener: (status: SocketStatus) => void): () => void;
  /** Any number of listeners share one subscription; it is made again after every reconnect. */
  subscribe(stream: Stream, listener: (event: StreamEvent) => void): () => void;
  /** Drops the connection and makes a new one at once, e.g. with a new session. */
  restart(): void;
  close(): void;
};

/** The transport over an open or opening WebSocket. */
function wireOver(socket: WebSocket, callbacks: WireCallbacks): Wire {
  socket.addEventListener("open", () => callbacks.opened());
  socket.addEventListener("message", (event) => callbacks.message(String(event.data)));
  socket.addEventListener("close", () => callbacks.closed());
  return { send: (text) => socket.send(text), close: () => socket.close() };
}

const browserWire = (url: string, callbacks: WireCallbacks): Wire => wireOver(new WebSocket(url), callbacks);

type HeadersWebSocket = new (url: string, options: { headers: Record<string, string> }) => WebSocket;

/** For Node, whose own WebSocket takes headers, which a browser's does not; they are made anew for each connection. */
export function headersWire(
  headersOf: (url: string) => Record<string, string>,
): NonNullable<SocketSettings["connect"]> {
  return (url, callbacks) =>
    wireOver(new (WebSocket as unknown as HeadersWebSocket)(url, { headers: headersOf(url) }), callbacks);
}

type Message = Partial<Delta> & {
  op?: string;
  topic?: string;
  symbol?: string;
  part?: string;
  resync?: boolean;
  code?: number;
};

function readMessage(text: string): Message | undefined {
  try {
    const message: unknown = JSON.parse(text);
    return typeof message === "object" && message !== null ? message : undefined;
  } catch {
    return undefined;
  }
}

function streamEventOf(message: Message): StreamEvent | undefined {
  const at = { source: message.source ?? "", seq: message.seq ?? 0 };
  if (message.resync === true) return { kind: "resync", at };
  if (message.op === "subscribed") return { kind: "subscribed", at };
  if (message.op === "refused") return { kind: "refused", code: message.code ?? 0 };
  if (message.rows === undefined || message.prev === undefined) return undefined;
  return { kind: "delta", delta: { ...at, prev: message.prev, rows: message.rows } };
}

const keyOf = ({ topic = "", symbol = "", part = "" }: Partial<Stream>): string => `${topic} ${symbol} ${part}`;

/** One connection; the current one, or the one that is to take its place. */
type Line = {
  wire: Wire | undefined;
  isOpen: boolean;
  /** Of a successor: streams that it has not confirmed yet, where it began those that continue, and what it has received meanwhile. */
  readonly unconfirmed: Set<string>;
  readonly began: Map<string, SourceSeq>;
  readonly kept: string[];
};
const newLine = (): Line => ({ wire: undefined, isOpen: false, unconfirmed: new Set(), began: new Map(), kept: [] });

/** What a successor may have to keep; above that it is given up and the connection is made again as after a loss. */
const keptMax = 5_000;
/** For so long both connections are read: the old one brings the views to where the new one began. */
const overlapMs = 1_000;
/** How often a session that could not be renewed is tried again while its connection lasts. */
const renewEveryMs = 10_000;

export function createSocket(settings: SocketSettings): Socket {
  const {
    url,
    connect = browserWire,
    pingEveryMs = 10_000,
    silenceMaxMs = 25_000,
    backOffMinMs = 250,
    backOffMaxMs = 10_000,
    random = Math.random,
    renew,
  } = settings;
  const statusListeners = new Set<(status: SocketStatus) => void>();
  const streams = new Map<
    string,
    { stream: Stream; listeners: Set<(event: StreamEvent) => void>; last?: StreamEvent; source?: string }
  >();
  let status: SocketStatus = "connecting";
  let current: Line = newLine();
  let successor: Line | undefined;
  let failures = 0;
  let silentMs = 0;
  let retry: ReturnType<typeof setTimeout> | undefined;
  let renewal: ReturnType<typeof setTimeout> | undefined;
  let pulse: ReturnType<typeof setInterval> | undefined;

  function become(next: SocketStatus): void {
    if (next === status) return;
    status = next;
    for (const listener of statusListeners) listener(next);
  }
  const sendOn = (line: Line | undefined, message: object): void => {
    if (line?.isOpen === true) line.wire?.send(JSON.stringify(message));
  };
  function send(message: object): void {
    sendOn(current, message);
    sendOn(successor, message);
  }
  function notify(key: string, event: StreamEvent): void {
    const entry = streams.get(key);
    if (entry === undefined) return;
    // A later listener needs the current state of the shared subscription.
    if (event.kind === "continued") entry.last = { kind: "subscribed", at: event.at };
    else if (event.kind !== "lost") entry.last = event;
    if (event.kind === "subscribed") entry.source = event.at.source;
    for (const listener of entry.listeners) listener(event);
  }

  function receive(text: string): void {
    silentMs = 0;
    const message = readMessage(text);
    if (message?.op === "expiring") return startRenewal();
    const event = message === undefined ? undefined : streamEventOf(message);
    if (message === undefined || event === undefined) return;
    if (message.topic !== undefined) return notify(keyOf(message), event);
    // A resync without a topic is for all streams of its source, known from the subscription.
    if (event.kind !== "resync") return;
    for (const [key, { source }] of streams) if (source === event.at.source) notify(key, event);
  }

  function beat(): void {
    if (!current.isOpen) return;
    silentMs += pingEveryMs;
    if (silentMs > silenceMaxMs) return restart();
    send({ op: "ping" });
  }

  const connectAs = (callbacks: WireCallbacks): Wire => connect(typeof url === "string" ? url : url(), callbacks);

  function open(): void {
    const line = (current = newLine());
    silentMs = 0;
    line.wire = connectAs({
      opened() {
        if (line !== current) return;
        line.isOpen = true;
        failures = 0;
        become("live");
        for (const { stream } of streams.values()) sendOn(line, { op: "subscribe", ...stream });
      },
      message: (text) => receiveOn(line, text),
      closed: () => closedOn(line),
    });
    pulse ??= setInterval(beat, pingEveryMs);
  }

  function receiveOn(line: Line, text: string): void {
    if (line === current) receive(text);
    else if (line === successor) keep(line, text);
  }

  function closedOn(line: Line): void {
    if (line === current) lost();
    else if (line === successor) giveUpSuccessor();
  }

  /** The session of the connection ends soon: it is renewed, and a connection with the new one takes this one's place. */
  function startRenewal(): void {
    if (renew === undefined || renewal !== undefined) return;
    const line = current;
    const again = (): void => {
      void renew()
        .catch(() => false)
        .then((isRenewed) => {
          if (line !== current) return;
          renewal = setTimeout(again, renewEveryMs);
          if (isRenewed && successor === undefined) openSuccessor();
        });
    };
    renewal = setTimeout(again, 0);
  }

  /**
   * Opened beside the current connection, with the same streams. What it brings is kept until it has all of them and the old one has had
   * time to bring the views to where it began. Then each view makes sure that it has, without being shown as old.
   */
  function openSuccessor(): void {
    const line = (successor = newLine());
    for (const key of streams.keys()) line.unconfirmed.add(key);
    line.wire = connectAs({
      opened() {
        if (line !== successor) return;
        line.isOpen = true;
        for (const { stream } of streams.values()) sendOn(line, { op: "subscribe", ...stream });
        if (line.unconfirmed.size === 0) setTimeout(() => succeed(line), overlapMs);
      },
      message: (text) => receiveOn(line, text),
      closed: () => closedOn(line),
    });
  }

  function keep(line: Line, text: string): void {
    const message = readMessage(text);
    if (message === undefined || message.op === "pong") return;
    const isAnswer = message.op === "subscribed" || message.op === "refused";
    const key = keyOf(message);
    const last = streams.get(key)?.last;
    // A view that follows the old connection continues; one that was refused there, or has not begun, begins.
    const continues = message.op === "subscribed" && last !== undefined && last.kind !== "refused";
    if (continues) line.began.set(key, { source: message.source ?? "", seq: message.seq ?? 0 });
    else line.kept.push(text);
    if (line.kept.length > keptMax) return giveUpSuccessor();
    if (isAnswer) confirm(line, key);
  }

  function confirm(line: Line, key: string): void {
    if (line.unconfirmed.delete(key) && line.unconfirmed.size === 0) setTimeout(() => succeed(line), overlapMs);
  }

  function succeed(line: Line): void {
    if (line !== successor || !line.isOpen || line.unconfirmed.size > 0) return;
    const old = current;
    current = line;
    successor = undefined;
    clearTimeout(renewal);
    renewal = undefined;
    silentMs = 0;
    old.wire?.close();
    for (const text of line.kept) receive(text);
    for (const [key, at] of line.began) notify(key, { kind: "continued", at });
    line.kept.length = 0;
    line.began.clear();
  }

  function giveUpSuccessor(): void {
    const old = successor;
    successor = undefined;
    old?.wire?.close();
  }

  function drop(): void {
    const wasOpen = current.isOpen;
    current = newLine();
    giveUpSuccessor();
    clearTimeout(retry);
    clearTimeout(renewal);
    renewal = undefined;
    if (!wasOpen) return;
    for (const key of streams.keys()) {
      delete streams.get(key)!.last;
      notify(key, { kind: "lost" });
    }
  }

  function lost(): void {
    drop();
    if (status === "live") become("stale");
    // Full jitter: a restarted gateway must not meet all its clients in the same instant.
    const ceiling = Math.min(backOffMaxMs, backOffMinMs * 2 ** Math.min(failures, 16));
    failures += 1;
    retry = setTimeout(open, backOffMinMs / 2 + random() * ceiling);
  }

  function restart(): void {
    if (status === "closed") return;
    const old = current.wire;
    drop();
    if (status === "live") become("stale");
    old?.close();
    open();
  }

  if (settings.startsClosed !== true) open();
  return {
    get status() {
      return status;
    },
    onStatus(listener) {
      statusListeners.add(listener);
      return () => statusListeners.delete(listener);
    },
    subscribe(stream, listener) {
      const key = keyOf(stream);
      let entry = streams.get(key);
      if (entry === undefined) {
        entry = { stream, listeners: new Set() };
        streams.set(key, entry);
        successor?.unconfirmed.add(key);
        send({ op: "subscribe", ...stream });
      } else if (entry.last !== undefined) {
        const { last } = entry;
        queueMicrotask(() => {
          if (entry?.listeners.has(listener))
            listener(last.kind === "delta" ? { kind: "subscribed", at: last.delta } : last);
        });
      }
      entry.listeners.add(listener);
      return () => {
        if (!entry.listeners.delete(listener) || entry.listeners.size > 0) return;
        streams.delete(key);
        send({ op: "unsubscribe", ...stream });
        if (successor !== undefined) confirm(successor, key);
      };
    },
    restart,
    close() {
      const old = current.wire;
      drop();
      clearInterval(pulse);
      become("closed");
      old?.close();
    },
  };
}
