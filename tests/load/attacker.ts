// One attacker, a process of its own that runs at low priority beside the exchange: it stands for machines elsewhere. Its parent names the attack to begin
// and to end, and is answered when it has, with what the attack before came to. The first answer says that it is ready.
import { setPriority } from "node:os";
import { attackers, attacks, senderOf, type Target } from "./attacks.ts";
import { takeTally } from "./attack-tally.ts";

const target = JSON.parse(process.argv[2] ?? "{}") as Target;
setPriority(15);
let end: (() => void | Promise<void>) | undefined;
process.on("message", (name: string) => {
  void (async () => {
    await end?.();
    const reached = takeTally();
    end = name === "" ? undefined : await attacks[name]!.begin(target);
    process.send!(reached);
  })();
});
process.on("disconnect", () => process.exit(0));
await Promise.all(attackers.map((name) => senderOf(target, name)));
process.send!(takeTally());
