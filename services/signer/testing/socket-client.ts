import { createConnection } from "node:net";
import { createInterface } from "node:readline";
import { type SignerAnswer, signerAnswer } from "@tidemark/contracts";

/** One line to a signer's socket and its answer; undefined where the connection ends before it, as at a crash. */
export function askSocket(path: string, line: string): Promise<SignerAnswer | undefined> {
  return new Promise((resolve) => {
    const socket = createConnection({ path }, () => void socket.write(`${line}\n`));
    const end = (answer: SignerAnswer | undefined): void => {
      socket.destroy();
      resolve(answer);
    };
    createInterface({ input: socket })
      .on("line", (text) => end(signerAnswer.parse(JSON.parse(text))))
      .on("error", () => undefined);
    socket.on("error", () => end(undefined)).on("close", () => end(undefined));
  });
}
