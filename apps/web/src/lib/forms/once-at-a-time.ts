import type { Outcome } from "@tidemark/kit-client";
import { isUnknownOutcome } from "../client/unknown-outcome.ts";

/** Sends each act at most once at a time; different acts run side by side. */
export type OnceAtATime = {
  /**
   * Undefined where the same act is on its way already. After an unknown outcome the same act is sent again under the same key, so that
   * nothing is done twice.
   */
  readonly run: <T>(act: string, send: (key: string) => Promise<Outcome<T>>) => Promise<Outcome<T> | undefined>;
};

/** `onChange` receives the acts that are on their way. */
export function onceAtATime(onChange: (running: ReadonlySet<string>) => void): OnceAtATime {
  const running = new Set<string>();
  const keysInDoubt = new Map<string, string>();
  return {
    async run(act, send) {
      if (running.has(act)) return undefined;
      const key = keysInDoubt.get(act) ?? crypto.randomUUID();
      running.add(act);
      onChange(new Set(running));
      try {
        const outcome = await send(key);
        if (isUnknownOutcome(outcome)) keysInDoubt.set(act, key);
        else keysInDoubt.delete(act);
        return outcome;
      } finally {
        running.delete(act);
        onChange(new Set(running));
      }
    },
  };
}
