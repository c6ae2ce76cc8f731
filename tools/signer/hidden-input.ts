import { createInterface } from "node:readline";
import { Writable } from "node:stream";

export type HiddenInput = { ask(question: string): Promise<string>; close(): void };

/** Lines of standard input; in a terminal what is typed is not shown. */
export function hiddenInput(): HiddenInput {
  const nothing = new Writable({ write: (_chunk, _encoding, done) => done() });
  const lines = createInterface({ input: process.stdin, output: nothing, terminal: process.stdin.isTTY });
  const reading = lines[Symbol.asyncIterator]();
  return {
    async ask(question) {
      process.stderr.write(question);
      const { value, done } = await reading.next();
      process.stderr.write("\n");
      if (done === true) throw new Error("the input has ended");
      return value;
    },
    close: () => lines.close(),
  };
}
