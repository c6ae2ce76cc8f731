import type { SourceSeq } from "@tidemark/contracts";
import { type Line, openLine } from "./line.ts";
import { keyOf, type Message, positionOf, readMessage, type Stream } from "./stream-events.ts";
import type { Subscriptions } from "./subscriptions.ts";
import type { Wire, WireCallbacks } from "./wire.ts";

/** What a successor may have to keep; above that it is given up and the connection is made again as after a loss. */
const keptMax = 5_000;
/** For so long both connections are read: the old one brings the views to where the new one began. */
const overlapMs = 1_000;

/** A connection that has all streams: what it brought meanwhile, and where those of its streams began that continue. */
export type Succession = {
  readonly line: Line;
  readonly kept: readonly string[];
  readonly began: ReadonlyMap<string, SourceSeq>;
};

type SuccessorCallbacks = {
  succeeded(succession: Succession): void;
  /** It brought too much, or was lost before it had all streams. */
  gaveUp(): void;
  /** Of the connection that has taken its place. */
  message(text: string): void;
  closed(): void;
};

export type Successor = {
  send(message: object): void;
  /** A stream that somebody began or ceased to follow while it opens. */
  expect(stream: Stream): void;
  expectNot(stream: Stream): void;
  close(): void;
};

/**
 * Opened beside the current connection, with the same streams. What it brings is kept until it has all of them and the old one has had
 * time to bring the views to where it began. Then each view makes sure that it has, without being shown as old.
 */
export function openSuccessor(
  connect: (callbacks: WireCallbacks) => Wire,
  subscriptions: Subscriptions,
  on: SuccessorCallbacks,
): Successor {
  const unconfirmed = new Set(subscriptions.keys());
  const began = new Map<string, SourceSeq>();
  const kept: string[] = [];
  let hasSucceeded = false;

  function succeed(): void {
    if (hasSucceeded || !line.isOpen || unconfirmed.size > 0) return;
    hasSucceeded = true;
    on.succeeded({ line, kept, began });
  }
  const succeedSoon = (): unknown => setTimeout(succeed, overlapMs);
  function confirm(key: string): void {
    if (unconfirmed.delete(key) && unconfirmed.size === 0) succeedSoon();
  }

  /** A view that follows the old connection continues; one that was refused there, or has not begun, begins. */
  function keep(text: string, message: Message): void {
    const key = keyOf(message);
    const continues = message.op === "subscribed" && subscriptions.isFollowed(key);
    if (continues) began.set(key, positionOf(message));
    else kept.push(text);
    if (kept.length > keptMax) return on.gaveUp();
    if (message.op === "subscribed" || message.op === "refused") confirm(key);
  }

  const line = openLine(connect, {
    opened() {
      for (const stream of subscriptions.streams()) line.send({ op: "subscribe", ...stream });
      if (unconfirmed.size === 0) succeedSoon();
    },
    message(text) {
      if (hasSucceeded) return on.message(text);
      const message = readMessage(text);
      if (message !== undefined && message.op !== "pong") keep(text, message);
    },
    closed: () => (hasSucceeded ? on.closed() : on.gaveUp()),
  });
  return {
    send: (message) => line.send(message),
    expect: (stream) => unconfirmed.add(keyOf(stream)),
    expectNot: (stream) => confirm(keyOf(stream)),
    close: () => line.close(),
  };
}
