// A signer that ends itself by SIGKILL at the step that the file `SIGNER_KILL_FILE` names: before it writes, between write and signature, after
// the signature, or with the answer made and not sent. A test writes the file and starts it again.
import { readFileSync } from "node:fs";
import { killedByFile } from "@tidemark/kit-testing";
import type { Signature } from "../src/evm-transaction.ts";
import type { KeyName } from "../src/keys.ts";
import { readPolicy } from "../src/policy.ts";
import { rateLimit } from "../src/rate-limit.ts";
import { openSigner } from "../src/signer.ts";
import { listen } from "../src/socket-server.ts";
import { openStore } from "../src/store.ts";
import { hotAddress, testKeys } from "./fixture.ts";

const say = (msg: string): void => void process.stdout.write(`${JSON.stringify({ msg })}\n`);
const { SIGNER_STORE, SIGNER_SOCKET, SIGNER_POLICY, SIGNER_KILL_FILE } = process.env as Record<string, string>;
const passed = killedByFile(SIGNER_KILL_FILE!);

const killedBy =
  (sign: (name: KeyName, digest: Uint8Array) => Promise<Signature>) =>
  async (name: KeyName, digest: Uint8Array): Promise<Signature> => {
    passed("written");
    const signature = await sign(name, digest);
    passed("signed");
    return signature;
  };
const store = openStore(SIGNER_STORE!, hotAddress, Date.now);
const signer = openSigner({
  policy: readPolicy(readFileSync(SIGNER_POLICY!, "utf8")),
  keys: {
    ...testKeys,
    sign: killedBy(testKeys.sign),
    bitcoin(form) {
      const keys = testKeys.bitcoin(form);
      return { ...keys, sign: killedBy(keys.sign) };
    },
  },
  store: {
    ...store,
    reserve(allowed, line) {
      passed("asked");
      return store.reserve(allowed, line);
    },
  },
  rate: rateLimit(1_000, () => performance.now()),
  alarm: say,
});
await listen(
  {
    async answer(line) {
      const answer = await signer.answer(line);
      if (answer.ok && "signed" in answer) passed("answered");
      return answer;
    },
  },
  SIGNER_SOCKET!,
);
say("signer: listening");
