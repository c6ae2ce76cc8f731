import { connect, type NatsConnection, type Subscription } from "@nats-io/transport-node";

/**
 * NATS core. A message may be lost, late or doubled at any time; senders retry with the same key. Small on purpose, so that a simulated bus
 * can replace it.
 */
export type Bus = {
  publish(subject: string, bytes: Uint8Array, reply?: string): void;
  /** Returns a function that ends the subscription. With `group` one member of it gets each message. */
  subscribe(
    subject: string,
    onMessage: (bytes: Uint8Array, reply: string | undefined, subject: string) => void,
    group?: string,
  ): () => void;
  /** Rejects without an answer in time: the result is then unknown, not negative. */
  request(subject: string, bytes: Uint8Array, timeoutMs: number): Promise<Uint8Array>;
  close(): Promise<void>;
};

export async function connectBus(url: string, name: string): Promise<Bus> {
  const connection: NatsConnection = await connect({
    servers: url,
    name,
    maxReconnectAttempts: -1,
    reconnectTimeWait: 250,
  });
  return {
    publish: (subject, bytes, reply) => connection.publish(subject, bytes, reply === undefined ? {} : { reply }),
    subscribe(subject, onMessage, group) {
      const subscription: Subscription = connection.subscribe(subject, {
        ...(group === undefined ? {} : { queue: group }),
        callback: (error, message) => {
          if (error === null)
            onMessage(message.data, message.reply === "" ? undefined : message.reply, message.subject);
        },
      });
      return () => subscription.unsubscribe();
    },
    request: async (subject, bytes, timeoutMs) =>
      (await connection.request(subject, bytes, { timeout: timeoutMs })).data,
    close: () => connection.close(),
  };
}

/** All subjects of a core. A command goes to the subject of the last announced epoch. */
export const subjects = (core: string) => ({
  commands: (epoch: number): string => `tm.${core}.cmd.${epoch}`,
  answers: (sender: string): string => `tm.${core}.ans.${sender}`,
  announcements: `tm.${core}.ann`,
  now: `tm.${core}.now`,
  history: `tm.${core}.history`,
  /** Where an owner other than the core answers its calls. */
  rpc: (owner: string): string => `tm.${core}.rpc.${owner}`,
  /** Where an owner publishes that records cached by gateways are no longer valid. */
  invalidated: (owner: string): string => `tm.${core}.invalidated.${owner}`,
  /** Where an owner publishes the changes of its topics. */
  topics: (owner: string): string => `tm.${core}.topics.${owner}`,
  /** Where the projector publishes the changes of its topics. */
  historyTopics: `tm.${core}.topics.history`,
  alive: `tm.${core}.alive`,
  mismatches: `tm.${core}.mismatches`,
});
