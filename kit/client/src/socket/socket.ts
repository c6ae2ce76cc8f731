import { type Line, openLine } from "./line.ts";
import { readMessage, type Stream, type StreamEvent } from "./stream-events.ts";
import { createSubscriptions } from "./subscriptions.ts";
import { openSuccessor, type Succession, type Successor } from "./successor.ts";
import { browserWire, type Connect, type Wire, type WireCallbacks } from "./wire.ts";

/** `stale`: it was live once and is not now. */
export type SocketStatus = "connecting" | "live" | "stale" | "closed";

export type SocketSettings = {
  /** A function where the host may change between two connections. */
  readonly url: string | (() => string);
  readonly connect?: Connect;
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

/** How often a session that could not be renewed is tried again while its connection lasts. */
const renewEveryMs = 10_000;

/** Renews a session now and every few seconds, until it is stopped. */
function keepRenewing(renew: () => Promise<boolean>, renewed: () => void): () => void {
  let timer: ReturnType<typeof setTimeout>;
  let isStopped = false;
  async function again(): Promise<void> {
    const isRenewed = await renew().catch(() => false);
    if (isStopped) return;
    timer = setTimeout(again, renewEveryMs);
    if (isRenewed) renewed();
  }
  timer = setTimeout(again, 0);
  return () => {
    isStopped = true;
    clearTimeout(timer);
  };
}

function createStatus() {
  const listeners = new Set<(status: SocketStatus) => void>();
  let status: SocketStatus = "connecting";
  return {
    get: () => status,
    become(next: SocketStatus): void {
      if (next === status) return;
      status = next;
      for (const listener of listeners) listener(next);
    },
    listen(listener: (status: SocketStatus) => void): () => void {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

export function createSocket(settings: SocketSettings): Socket {
  const { url, connect = browserWire, pingEveryMs = 10_000, silenceMaxMs = 25_000, renew } = settings;
  const { backOffMinMs = 250, backOffMaxMs = 10_000, random = Math.random } = settings;
  const status = createStatus();
  const subscriptions = createSubscriptions();
  let current: Line | undefined;
  let successor: Successor | undefined;
  let failures = 0;
  let silentMs = 0;
  let retry: ReturnType<typeof setTimeout> | undefined;
  let pulse: ReturnType<typeof setInterval> | undefined;
  let stopRenewal: (() => void) | undefined;

  const connectNow = (callbacks: WireCallbacks): Wire => connect(typeof url === "string" ? url : url(), callbacks);

  function send(message: object): void {
    current?.send(message);
    successor?.send(message);
  }

  function receive(text: string): void {
    silentMs = 0;
    const message = readMessage(text);
    if (message?.op === "expiring") startRenewal();
    else if (message !== undefined) subscriptions.deliver(message);
  }

  function beat(): void {
    if (current?.isOpen !== true) return;
    silentMs += pingEveryMs;
    if (silentMs > silenceMaxMs) return restart();
    send({ op: "ping" });
  }

  function open(): void {
    silentMs = 0;
    current = openLine(connectNow, {
      opened() {
        failures = 0;
        status.become("live");
        for (const stream of subscriptions.streams()) current?.send({ op: "subscribe", ...stream });
      },
      message: receive,
      closed: lost,
    });
    pulse ??= setInterval(beat, pingEveryMs);
  }

  /** The session of the connection ends soon: it is renewed, and a connection with the new one takes this one's place. */
  function startRenewal(): void {
    if (renew === undefined || stopRenewal !== undefined) return;
    stopRenewal = keepRenewing(renew, () => {
      successor ??= openSuccessor(connectNow, subscriptions, {
        succeeded,
        gaveUp: giveUpSuccessor,
        message: receive,
        closed: lost,
      });
    });
  }
  function endRenewal(): void {
    stopRenewal?.();
    stopRenewal = undefined;
  }

  function succeeded({ line, kept, began }: Succession): void {
    const old = current;
    current = line;
    successor = undefined;
    endRenewal();
    silentMs = 0;
    old?.close();
    for (const text of kept) receive(text);
    for (const [key, at] of began) subscriptions.notify(key, { kind: "continued", at });
  }

  function giveUpSuccessor(): void {
    successor?.close();
    successor = undefined;
  }

  function drop(): void {
    const wasOpen = current?.isOpen === true;
    current?.close();
    current = undefined;
    giveUpSuccessor();
    clearTimeout(retry);
    endRenewal();
    if (wasOpen) subscriptions.notifyLost();
  }

  function lost(): void {
    drop();
    if (status.get() === "live") status.become("stale");
    // Full jitter: a restarted gateway must not meet all its clients in the same instant.
    const ceiling = Math.min(backOffMaxMs, backOffMinMs * 2 ** Math.min(failures, 16));
    failures += 1;
    retry = setTimeout(open, backOffMinMs / 2 + random() * ceiling);
  }

  function restart(): void {
    if (status.get() === "closed") return;
    drop();
    if (status.get() === "live") status.become("stale");
    open();
  }

  if (settings.startsClosed !== true) open();
  return {
    get status() {
      return status.get();
    },
    onStatus: (listener) => status.listen(listener),
    subscribe(stream, listener) {
      if (subscriptions.add(stream, listener)) {
        successor?.expect(stream);
        send({ op: "subscribe", ...stream });
      }
      return () => {
        if (!subscriptions.remove(stream, listener)) return;
        send({ op: "unsubscribe", ...stream });
        successor?.expectNot(stream);
      };
    },
    restart,
    close() {
      drop();
      clearInterval(pulse);
      status.become("closed");
    },
  };
}
