import { useSyncExternalStore } from "react";
import { stored } from "./storage.ts";

/** Settings of each trader on this device: what one account arranges stays as it is when another one signs in. */
export type ByTrader<T extends object> = {
  /** `userId` is undefined for signed-out users, who have settings too. */
  readonly get: (userId: string | undefined) => T;
  readonly change: (userId: string | undefined, part: Partial<T>) => void;
  readonly reset: (userId: string | undefined) => void;
  readonly use: (userId: string | undefined) => T;
};

const signedOut = "signedOut";

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** The kept settings with what they lack, also within groups of settings: a page that wrote them may not have known all of a group. */
function filled<T extends object>(usual: T, part: Partial<T> | undefined): T {
  const groups = Object.entries(usual).flatMap(([name, value]) => {
    const kept = part?.[name as keyof T];
    return isRecord(value) && isRecord(kept) ? [[name, { ...value, ...kept }] as const] : [];
  });
  return { ...usual, ...part, ...Object.fromEntries(groups) };
}

/** What is not kept, or was not known to the page that wrote it, is as usual. */
export function storedByTrader<T extends object>(name: string, usual: T): ByTrader<T> {
  const kept = stored<Readonly<Record<string, Partial<T>>>>(name, {});
  const cached = new Map<string, { readonly part: Partial<T> | undefined; readonly whole: T }>();
  // The same object until it changes, as `useSyncExternalStore` requires.
  const get = (userId = signedOut): T => {
    const part = kept.get()[userId];
    const before = cached.get(userId);
    if (before !== undefined && before.part === part) return before.whole;
    const whole = filled(usual, part);
    cached.set(userId, { part, whole });
    return whole;
  };
  return {
    get,
    change: (userId = signedOut, part) => kept.set({ ...kept.get(), [userId]: { ...kept.get()[userId], ...part } }),
    reset: (userId = signedOut) => {
      const { [userId]: _, ...others } = kept.get();
      kept.set(others as Readonly<Record<string, Partial<T>>>);
    },
    use: (userId) => useSyncExternalStore(kept.subscribe, () => get(userId)),
  };
}
