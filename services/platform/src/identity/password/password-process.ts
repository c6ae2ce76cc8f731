// Hashes passwords in a separate process of low priority, so that a flood of sign-ins only uses the time that orders leave. It works on one
// password at a time and ends with its parent.
import { hash, verify } from "@node-rs/argon2";
import { lowerPriority } from "@tidemark/kit-node";
import type { PasswordWork } from "./passwords.ts";

// OWASP's first recommendation for Argon2id, the library's default variant.
const cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

lowerPriority(Number(process.argv[2]));
process.on("disconnect", () => process.exit(0));
process.on("message", (work: PasswordWork) => {
  const done = work.hash === undefined ? hash(work.password, cost) : verify(work.hash, work.password);
  done.then(
    (value) => process.send!({ value }),
    () => process.send!({ value: false }),
  );
});
