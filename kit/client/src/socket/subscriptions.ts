import { keyOf, type Message, type Stream, type StreamEvent, streamEventOf } from "./stream-events.ts";

type Listener = (event: StreamEvent) => void;
type Subscription = {
  readonly stream: Stream;
  readonly listeners: Set<Listener>;
  /** What a later listener begins with: where the stream stands, or why it was refused. */
  last?: StreamEvent;
  source?: string;
};

export type Subscriptions = ReturnType<typeof createSubscriptions>;

/** The streams that somebody listens to. Any number of listeners share one subscription, whatever connection brings it. */
export function createSubscriptions() {
  const byKey = new Map<string, Subscription>();

  function notify(key: string, event: StreamEvent): void {
    const entry = byKey.get(key);
    if (entry === undefined) return;
    if (event.kind === "lost") delete entry.last;
    else entry.last = event.kind === "continued" ? { kind: "subscribed", at: event.at } : event;
    if (event.kind === "subscribed") entry.source = event.at.source;
    for (const listener of entry.listeners) listener(event);
  }

  /** For one that is not the first, behind the call that adds it. */
  function begin({ listeners, last }: Subscription, listener: Listener): void {
    if (last === undefined) return;
    queueMicrotask(() => {
      if (listeners.has(listener)) listener(last.kind === "delta" ? { kind: "subscribed", at: last.delta } : last);
    });
  }

  return {
    keys: () => byKey.keys(),
    streams: () => Array.from(byKey.values(), ({ stream }) => stream),
    /** It is followed by somebody, and neither refused nor at its beginning. */
    isFollowed(key: string): boolean {
      const last = byKey.get(key)?.last;
      return last !== undefined && last.kind !== "refused";
    },
    notify,
    notifyLost: (): void => {
      for (const key of byKey.keys()) notify(key, { kind: "lost" });
    },
    deliver(message: Message): void {
      const event = streamEventOf(message);
      if (event === undefined) return;
      if (message.topic !== undefined) return notify(keyOf(message), event);
      // A resync without a topic is for all streams of its source, known from the subscription.
      if (event.kind !== "resync") return;
      for (const [key, { source }] of byKey) if (source === event.at.source) notify(key, event);
    },
    /** True where it is the first that listens to its stream. */
    add(stream: Stream, listener: Listener): boolean {
      const key = keyOf(stream);
      const entry = byKey.get(key);
      if (entry === undefined) byKey.set(key, { stream, listeners: new Set([listener]) });
      else {
        begin(entry, listener);
        entry.listeners.add(listener);
      }
      return entry === undefined;
    },
    /** True where nobody listens to its stream any more. */
    remove(stream: Stream, listener: Listener): boolean {
      const key = keyOf(stream);
      const listeners = byKey.get(key)?.listeners;
      if (listeners?.delete(listener) !== true || listeners.size > 0) return false;
      return byKey.delete(key);
    },
  };
}
