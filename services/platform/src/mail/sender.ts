/** A way to send notices. `id` is the same at every try, so that the receiving server can recognise a repeat. */
export type Sender<T> = {
  /** The receiving server's id of the message. Throws `NotSent`. */
  send(id: string, to: string, what: T): Promise<string>;
  close(): void;
};

/**
 * Why a notice was not sent; `isFinal` where a retry is useless. Its message is stored and must not contain any of the notice's content.
 */
export class NotSent extends Error {
  readonly isFinal: boolean;
  constructor(texts: string, isFinal: boolean) {
    super(texts);
    this.isFinal = isFinal;
  }
}
