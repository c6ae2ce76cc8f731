import type { MessageFacts, MessageKind } from "@tidemark/contracts";
import type { Database } from "@tidemark/kit-node";

type MessageOf<K extends MessageKind> = {
  readonly uid: number;
  readonly kind: K;
  readonly facts: MessageFacts<K>;
  /** The moment of what it reports. */
  readonly at: number;
  /** Names the cause: the same cause makes no second message. */
  readonly source: string;
};
/** A message of any kind, with the values of its kind. */
export type NewMessage = { [K in MessageKind]: MessageOf<K> }[MessageKind];

/** Messages of users. The module messages implements it; its tables stay its own. */
export type Messages = {
  /**
   * Adds a message in the transaction of its cause: both are committed or neither. The result publishes it, once the transaction is
   * committed; a message that nobody published is found by the gateways' poll.
   */
  add(tx: Database, message: NewMessage): Promise<() => void>;
};
