import type { Clock } from "@tidemark/kit-node";

/** A connection as the limits see it. Without a user it counts for its address. */
export type LimitedSocket = {
  readonly address: string;
  readonly uid: number | undefined;
  readonly streams: { readonly size: number };
  readonly openedAt: number;
  readonly lastMessageAt: number;
};
export type SocketBounds = {
  readonly max: number;
  /** Of connections without a user. Those of users are not bounded by it: a company's people may share one address. */
  readonly perAddressMax: number;
  readonly perAccountMax: number;
};
export type SocketLimits<S extends LimitedSocket> = {
  /** Whether one more has room, and which one leaves for it. */
  roomFor(wanted: Pick<LimitedSocket, "address" | "uid">): { readonly leaver: S | undefined } | undefined;
  add(socket: S): void;
  remove(socket: S): void;
};

/** The rest is kept for signed-in users. */
const anonymousShare = 0.8;
/** Our clients ping every ten seconds: one that has missed two pings is probably gone. */
const silentMaxMs = 25_000;
/** A page subscribes at once; a connection that has not is used by nobody. */
const unusedMaxMs = 5_000;

/**
 * Bounds the connections of each address and account, and those without a user altogether, so that nobody shuts others out by opening many.
 * When there is no room, an idle connection without a user leaves first.
 */
export function createSocketLimits<S extends LimitedSocket>(
  bounds: SocketBounds,
  clock: Pick<Clock, "steady">,
): SocketLimits<S> {
  const anonymousMax = Math.max(1, Math.floor(bounds.max * anonymousShare));
  const byOwner = new Map<number | string, Set<S>>();
  const anonymous = new Set<S>();
  let count = 0;

  const ownerOf = ({ uid, address }: Pick<LimitedSocket, "address" | "uid">): number | string => uid ?? address;
  const isIdle = ({ streams, openedAt, lastMessageAt }: S, now: number): boolean =>
    now - lastMessageAt > silentMaxMs || (streams.size === 0 && now - openedAt > unusedMaxMs);
  const idleOf = (sockets: Iterable<S>): S | undefined => {
    const now = clock.steady();
    for (const socket of sockets) if (isIdle(socket, now)) return socket;
    return undefined;
  };
  /** The idle ones first, then those that were silent the longest. */
  const firstToLeave = (): S | undefined => {
    let found = idleOf(anonymous);
    if (found !== undefined) return found;
    for (const socket of anonymous) if (socket.lastMessageAt < (found?.lastMessageAt ?? Infinity)) found = socket;
    return found;
  };
  const onlyWith = (leaver: S | undefined) => (leaver === undefined ? undefined : { leaver });

  return {
    roomFor(wanted) {
      const own = byOwner.get(ownerOf(wanted));
      const isAnonymous = wanted.uid === undefined;
      const ownMax = isAnonymous ? bounds.perAddressMax : bounds.perAccountMax;
      if (own !== undefined && own.size >= ownMax) return onlyWith(idleOf(own));
      if (isAnonymous && anonymous.size >= anonymousMax) return onlyWith(idleOf(anonymous));
      if (count < bounds.max) return { leaver: undefined };
      return onlyWith(isAnonymous ? idleOf(anonymous) : firstToLeave());
    },
    add(socket) {
      const owner = ownerOf(socket);
      byOwner.set(owner, (byOwner.get(owner) ?? new Set()).add(socket));
      if (socket.uid === undefined) anonymous.add(socket);
      count += 1;
    },
    remove(socket) {
      const own = byOwner.get(ownerOf(socket));
      if (own?.delete(socket) !== true) return;
      if (own.size === 0) byOwner.delete(ownerOf(socket));
      anonymous.delete(socket);
      count -= 1;
    },
  };
}
