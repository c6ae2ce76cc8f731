import type { Bus } from "@tidemark/kit-node";

/** A bus within one process that delivers at once: for tests of one part, where order and time are set by hand. */
export function memoryBus(): Bus {
  let inboxes = 0;
  const ears = new Map<string, Set<(bytes: Uint8Array, reply: string | undefined, subject: string) => void>>();
  return {
    publish(subject, bytes, reply) {
      for (const ear of ears.get(subject) ?? []) ear(bytes, reply, subject);
    },
    subscribe(subject, heard) {
      const set = ears.get(subject) ?? new Set();
      ears.set(subject, set.add(heard));
      return () => set.delete(heard);
    },
    request(subject, bytes) {
      const [ear] = ears.get(subject) ?? [];
      if (ear === undefined) return Promise.reject(new Error("nobody answers"));
      const inbox = `inbox.${(inboxes += 1)}`;
      return new Promise((resolve) => {
        ears.set(inbox, new Set([resolve]));
        ear(bytes, inbox, subject);
      });
    },
    close: async () => undefined,
  };
}
