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

export function createSocket(settings: SocketSettings): Socket {
  const {
    url,
    connect = browserWire,
    pingEveryMs = 10_000,
    silenceMaxMs = 25_000,
    backOffMinMs = 250,
    backOffMaxMs = 10_000,
    random = Math.random,
  } = settings;
  const statusListeners = new Set<(status: SocketStatus) => void>();
  const streams = new Map<
    string,
    { stream: Stream; listeners: Set<(event: StreamEvent) => void>; last?: StreamEvent; source?: string }
  >();
  let status: SocketStatus = "connecting";
  let wire: Wire | undefined;
  let isOpen = false;
  let failures = 0;
  let generation = 0;
  let silentMs = 0;
  let retry: ReturnType<typeof setTimeout> | undefined;
  let pulse: ReturnType<typeof setInterval> | undefined;

  function become(next: SocketStatus): void {
    if (next === status) return;
    status = next;
    for (const listener of statusListeners) listener(next);
  }
  const send = (message: object): void => {
    if (isOpen) wire?.send(JSON.stringify(message));
  };
  function notify(key: string, event: StreamEvent): void {
    const entry = streams.get(key);
    if (entry === undefined) return;
    // A later listener needs the current state of the shared subscription.
    if (event.kind !== "lost") entry.last = event;
    if (event.kind === "subscribed") entry.source = event.at.source;
    for (const listener of entry.listeners) listener(event);
  }

  function receive(text: string): void {
    silentMs = 0;
    const message = readMessage(text);
    const event = message === undefined ? undefined : streamEventOf(message);
    if (message === undefined || event === undefined) return;
    if (message.topic !== undefined) return notify(keyOf(message), event);
    // A resync without a topic is for all streams of its source, known from the subscription.
    if (event.kind !== "resync") return;
    for (const [key, { source }] of streams) if (source === event.at.source) notify(key, event);
  }

  function beat(): void {
    if (!isOpen) return;
    silentMs += pingEveryMs;
    if (silentMs > silenceMaxMs) return restart();
    send({ op: "ping" });
  }

  function open(): void {
    const mine = (generation += 1);
    silentMs = 0;
    const current = (): boolean => mine === generation;
    wire = connect(typeof url === "string" ? url : url(), {
      opened() {
        if (!current()) return;
        isOpen = true;
        failures = 0;
        become("live");
        for (const { stream } of streams.values()) send({ op: "subscribe", ...stream });
      },
      message: (text) => {
        if (current()) receive(text);
      },
      closed: () => {
        if (current()) lost();
      },
    });
    pulse ??= setInterval(beat, pingEveryMs);
  }

  function drop(): void {
    generation += 1;
    const wasOpen = isOpen;
    isOpen = false;
    wire = undefined;
    clearTimeout(retry);
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
    const old = wire;
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
      };
    },
    restart,
    close() {
      const old = wire;
      drop();
      clearInterval(pulse);
      become("closed");
      old?.close();
    },
  };
}
