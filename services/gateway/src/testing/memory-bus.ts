import type { Bus } from "@tidemark/kit-node";

/** An in-process bus that delivers at once, for tests that set order and time by hand. */
export function memoryBus(): Bus {
  let inboxes = 0;
  const listeners = new Map<string, Set<(bytes: Uint8Array, reply: string | undefined, subject: string) => void>>();
  return {
    publish(subject, bytes, reply) {
      for (const listener of listeners.get(subject) ?? []) listener(bytes, reply, subject);
    },
    subscribe(subject, onMessage) {
      const set = listeners.get(subject) ?? new Set();
      listeners.set(subject, set.add(onMessage));
      return () => set.delete(onMessage);
    },
    request(subject, bytes) {
      const [listener] = listeners.get(subject) ?? [];
      if (listener === undefined) return Promise.reject(new Error("nobody answers"));
      const inbox = `inbox.${(inboxes += 1)}`;
      return new Promise((resolve) => {
        listeners.set(inbox, new Set([resolve]));
        listener(bytes, inbox, subject);
      });
    },
    close: async () => undefined,
  };
}
