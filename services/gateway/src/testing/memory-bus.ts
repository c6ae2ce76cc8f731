import type { Bus } from "@tidemark/kit-node";

/** A bus within one process that delivers at once: for tests of one part, where order and time are set by hand. */
export function memoryBus(): Bus {
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
    request: () => Promise.reject(new Error("nobody answers")),
    close: async () => undefined,
  };
}
