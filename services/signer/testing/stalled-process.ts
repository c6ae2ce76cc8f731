// A signer whose key service never answers: it stands for ever between the write and the signature, where a test kills it.
import { readFileSync } from "node:fs";
import { readPolicy } from "../src/policy.ts";
import { rateLimit } from "../src/rate-limit.ts";
import { openSigner } from "../src/signer.ts";
import { listen } from "../src/socket-server.ts";
import { openStore } from "../src/store.ts";
import { hotAddress, testKeys } from "./fixture.ts";

const say = (msg: string): void => void process.stdout.write(`${JSON.stringify({ msg })}\n`);
const { SIGNER_STORE, SIGNER_SOCKET, SIGNER_POLICY } = process.env as Record<string, string>;

const stalled = (): Promise<never> => {
  say("stalled: about to sign");
  return new Promise(() => undefined);
};
const signer = openSigner({
  policy: readPolicy(readFileSync(SIGNER_POLICY!, "utf8")),
  keys: { ...testKeys, sign: stalled },
  store: openStore(SIGNER_STORE!, hotAddress, Date.now),
  rate: rateLimit(1_000, () => performance.now()),
  alarm: say,
});
await listen(signer, SIGNER_SOCKET!);
say("signer: listening");
