/** What goes out, by whichever way. `id` is the notice's own and the same at every try, so that the other side can tell a repetition. */
export type Sender<T> = {
  /** What the other side calls it. Throws `NotSent`. */
  send(id: string, to: string, what: T): Promise<string>;
  close(): void;
};

/** Why it did not go out; `isFinal` where no other try would. Its words are kept and must hold nothing of what was to be sent. */
export class NotSent extends Error {
  readonly isFinal: boolean;
  constructor(words: string, isFinal: boolean) {
    super(words);
    this.isFinal = isFinal;
  }
}
