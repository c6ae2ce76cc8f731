import { connect, type NatsConnection, type Subscription } from "@nats-io/transport-node";
import { type BusAccess, connectOptionsOf, withReason } from "./bus-access.ts";

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

/** A right that was missing comes with the next configuration of the server. */
const resubscribeMs = 1_000;

/** What the server refuses is said: a right that is missing in its configuration would otherwise look like a message that was lost. */
async function reportRefusals(connection: NatsConnection, report: (problem: string) => void): Promise<void> {
  for await (const status of connection.status()) if (status.type === "error") report(status.error.message);
}

/** Without `access` the connection is no user of the server: for one without users. */
export async function connectBus(url: string, name: string, access?: BusAccess): Promise<Bus> {
  const options = connectOptionsOf(url, access);
  const connection: NatsConnection = await connect({
    ...options,
    name,
    maxReconnectAttempts: -1,
    reconnectTimeWait: 250,
    // A server that is given its users again, one after the other, may refuse for a while: the process must come back by itself.
    ignoreAuthErrorAbort: true,
  }).catch((error: unknown) => {
    throw withReason(error, url, access);
  });
  if (access?.report !== undefined) void reportRefusals(connection, access.report);
  return {
    publish: (subject, bytes, reply) => connection.publish(subject, bytes, reply === undefined ? {} : { reply }),
    subscribe(subject, onMessage, group) {
      let isEnded = false;
      const open = (): Subscription =>
        connection.subscribe(subject, {
          ...(group === undefined ? {} : { queue: group }),
          callback: (error, message) => {
            if (error === null)
              return onMessage(message.data, message.reply === "" ? undefined : message.reply, message.subject);
            // The client drops a subscription that the server refuses. Without another try a leader would never receive a command again.
            setTimeout(() => {
              if (!isEnded && !connection.isClosed()) subscription = open();
            }, resubscribeMs).unref();
          },
        });
      let subscription = open();
      return () => {
        isEnded = true;
        subscription.unsubscribe();
      };
    },
    request: async (subject, bytes, timeoutMs) =>
      (await connection.request(subject, bytes, { timeout: timeoutMs })).data,
    close: () => connection.close(),
  };
}
