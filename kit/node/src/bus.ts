import { connect, type NatsConnection, type Subscription } from "@nats-io/transport-node";

/**
 * NATS core: fast and forgetful. A message may be lost, late or doubled at any time; whoever needs to know asks again with the same
 * key. Small on purpose, so that a simulated bus can stand in its place.
 */
export type Bus = {
  publish(subject: string, bytes: Uint8Array, reply?: string): void;
  /** Returns a function that ends the subscription. With `group` one member of it gets each message. */
  subscribe(
    subject: string,
    heard: (bytes: Uint8Array, reply: string | undefined, subject: string) => void,
    group?: string,
  ): () => void;
  /** Rejects when nobody answers in time: the result is then unknown, not negative. */
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
    subscribe(subject, heard, group) {
      const subscription: Subscription = connection.subscribe(subject, {
        ...(group === undefined ? {} : { queue: group }),
        callback: (error, message) => {
          if (error === null) heard(message.data, message.reply === "" ? undefined : message.reply, message.subject);
        },
      });
      return () => subscription.unsubscribe();
    },
    request: async (subject, bytes, timeoutMs) =>
      (await connection.request(subject, bytes, { timeout: timeoutMs })).data,
    close: () => connection.close(),
  };
}

/** Every subject of a core, in one place. A command goes to the subject of the epoch that the sender last heard announced. */
export const subjects = (core: string) => ({
  commands: (epoch: number): string => `tm.${core}.cmd.${epoch}`,
  answers: (sender: string): string => `tm.${core}.ans.${sender}`,
  announcements: `tm.${core}.ann`,
  now: `tm.${core}.now`,
  history: `tm.${core}.history`,
  /** Where an owner beside the core answers its calls. */
  desk: (owner: string): string => `tm.${core}.desk.${owner}`,
  /** What an owner tells every gateway by itself. */
  told: (owner: string): string => `tm.${core}.told.${owner}`,
  alive: `tm.${core}.alive`,
  objections: `tm.${core}.objections`,
});
