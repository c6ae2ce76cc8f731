import type { TopicName, TopicRow, topics } from "@tidemark/contracts";
import { type Change, follow, type FollowParams } from "@tidemark/kit-client";
import { useEffect, useRef, useSyncExternalStore } from "react";
import { client, socket } from "./client.ts";

/** A row with all fields: a snapshot or an order's first delta has every field, later deltas only change them. */
export type WholeRow<N extends TopicName> = { [K in keyof TopicRow<N>]: Exclude<TopicRow<N>[K], undefined> };

/** A followed topic that any number of screens share. */
export type Live<R> = { readonly change: Change<R>; readonly subscribe: (listener: () => void) => () => void };

const lingerMs = 2_000;
const nothing: Change<never> = { state: "loading", seq: 0, rows: [], gone: [] };
/** As kept here: it can be ended while screens still follow it. */
type KeptLive<R> = Live<R> & { readonly end: () => void };
const lives = new Map<string, KeptLive<unknown>>();

/** A screen that fails must not keep the others from the change, nor fail unseen. */
function callSafely(listener: () => void): void {
  try {
    listener();
  } catch (error) {
    reportError(error);
  }
}

function startLive<N extends TopicName>(topic: N, params: FollowParams, onEnd: () => void): KeptLive<WholeRow<N>> {
  const listeners = new Set<() => void>();
  let change: Change<WholeRow<N>> = nothing;
  let end: (() => void) | undefined;
  let ending: ReturnType<typeof setTimeout> | undefined;
  const stop = () => {
    clearTimeout(ending);
    end?.();
    // A holder that subscribes again starts over.
    end = undefined;
    change = nothing;
    onEnd();
  };
  return {
    end: stop,
    get change() {
      return change;
    },
    subscribe(listener) {
      listeners.add(listener);
      clearTimeout(ending);
      end ??= follow(client, socket, topic, params, (next) => {
        change = next as unknown as Change<WholeRow<N>>;
        for (const listener of listeners) callSafely(listener);
      });
      return () => {
        listeners.delete(listener);
        if (listeners.size > 0) return;
        // A panel that moves or a route that is left for a moment must not cost a new snapshot.
        ending = setTimeout(stop, lingerMs);
      };
    },
  };
}

function shared<R>(key: string, start: (onEnd: () => void) => KeptLive<R>): Live<R> {
  const known = lives.get(key);
  if (known !== undefined) return known as Live<R>;
  const live = start(() => lives.delete(key));
  lives.set(key, live as KeptLive<unknown>);
  return live;
}

type TopicPer<Per extends "market" | "user" | "all"> = {
  [N in TopicName]: (typeof topics)[N]["per"] extends Per ? N : never;
}[TopicName];
/** The topics of the catalogue with one stream per market, those with one per user, and those with one of all markets. */
type MarketTopic = TopicPer<"market">;
type UserTopic = TopicPer<"user">;
type SharedTopic = TopicPer<"all">;

/** A market's stream; `part` names it where the market has several. */
export const marketLive = <N extends MarketTopic>(topic: N, symbol: string, part?: string): Live<WholeRow<N>> =>
  shared(`${topic} ${symbol} ${part ?? ""}`, (onEnd) =>
    startLive(topic, { symbol, ...(part === undefined ? {} : { part }) }, onEnd),
  );

/** The one stream of all markets. */
export const sharedLive = <N extends SharedTopic>(topic: N): Live<WholeRow<N>> =>
  shared(topic, (onEnd) => startLive(topic, {}, onEnd));

const userKey = " of user ";

/** A user's stream. The user is part of the key, so that no user sees the rows of the user before. */
export const userLive = <N extends UserTopic>(topic: N, userId: string): Live<WholeRow<N>> =>
  shared(`${topic}${userKey}${userId}`, (onEnd) => startLive(topic, {}, onEnd));

/** The streams of users end with the session: asked for anew, they would send a user who has just signed out to the sign-in. */
export function endUserLives(): void {
  for (const [key, live] of lives) if (key.includes(userKey)) live.end();
}

const noSubscription = (): (() => void) => () => undefined;

/** A stream inside React's render: for rows that change by the user's actions, not with the market. */
export function useLive<R>(live: Live<R> | undefined): Change<R> {
  return useSyncExternalStore(live?.subscribe ?? noSubscription, () => live?.change ?? nothing);
}

/** Runs when rows leave a stream: a history that lists them has to be asked again. */
export function useGone(live: Live<unknown> | undefined, onGone: () => void): void {
  const latest = useRef(onGone);
  useEffect(() => {
    latest.current = onGone;
  });
  useEffect(
    () =>
      live?.subscribe(() => {
        if (live.change.gone.length > 0) latest.current();
      }),
    [live],
  );
}

/** Draws outside React, at most once a frame, whenever one of the streams has changed. */
export function useDrawing(lives: readonly (Live<unknown> | undefined)[], draw: () => void): void {
  const latest = useRef(draw);
  useEffect(() => {
    latest.current = draw;
  });
  useEffect(() => {
    let frame = 0;
    const ask = () => {
      frame ||= requestAnimationFrame(() => {
        frame = 0;
        latest.current();
      });
    };
    const ends = lives.map((live) => live?.subscribe(ask));
    ask();
    return () => {
      cancelAnimationFrame(frame);
      for (const end of ends) end?.();
    };
    // The streams are compared one by one: a new array of the same streams is nothing new.
    // oxlint-disable-next-line react/exhaustive-deps
  }, lives);
}
