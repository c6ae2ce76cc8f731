// The one place where passwords are hashed: a process of its own that gives way to everybody else, so that a flood of sign-ins takes the
// time that orders leave over and none of theirs. It does one thing after the other and ends with whoever started it.
import { writeFileSync } from "node:fs";
import { setPriority } from "node:os";
import { hash, verify } from "@node-rs/argon2";
import type { PasswordWork } from "./passwords.ts";

// The first recommendation of OWASP for Argon2id, which is the library's default variant.
const cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

/** Linux may share its time among sessions first and look at niceness only inside of each: then our session gives way as a whole. */
function giveWay(niceness: number): void {
  setPriority(niceness);
  try {
    writeFileSync("/proc/self/autogroup", String(niceness));
  } catch {
    // Elsewhere there are no such shares.
  }
}

giveWay(Number(process.argv[2]));
process.on("disconnect", () => process.exit(0));
process.on("message", (work: PasswordWork) => {
  const done = work.hash === undefined ? hash(work.password, cost) : verify(work.hash, work.password);
  done.then(
    (value) => process.send!({ value }),
    () => process.send!({ value: false }),
  );
});
