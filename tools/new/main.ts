// `pnpm new <kind> <name> [options]`: a small skeleton that compiles, passes its test and says what is left to do.
import { execFileSync } from "node:child_process";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { generate } from "./generate.ts";
import { type Kind, kinds, readOptions } from "./options.ts";

const usage = `pnpm new feature <name>        a feature of the page, e.g. price-alert
                 --path /personal/coupon      as a screen: with route, path and router entry
pnpm new module <name>         a module of the platform, e.g. referral
                 --events fills               acts on events of the core; names as in contracts/src/journal/feed.ts
pnpm new call <domain.name>    a call of the catalogue and its answer, e.g. account.fee-level
                 --user-field vip             answers this field of the engine's user record
                 --owner platform             a module answers it
pnpm new command <name>        a command of the journal with its handler, e.g. set-fee-discount
                 --class operator             who may send it: platform (default), operator, wallet
                 --event fee-discount-set     the event that it causes
                 --user-field feeDiscount     the field of the user's record that it sets; added if there is none
pnpm new event <name>          an event of the journal, e.g. fee-discount-set
                 --fields uid,feeDiscount
pnpm new record <name>         a record of the engine's memory, e.g. fee-discount
pnpm new topic <domain.name>   a topic of the catalogue with its snapshot call, e.g. account.fee-discount
                 --event fee-discount-set --user-field feeDiscount   rows from the core
                 --owner platform             rows from a module
`;

const [kind, name, ...words] = process.argv.slice(2);
if (name === undefined || !kinds.includes(kind as Kind)) {
  process.stdout.write(usage);
  process.exit(1);
}
try {
  const root = fileURLToPath(new URL("../..", import.meta.url));
  const today = new Date().toISOString().slice(0, 10).replaceAll("-", "");
  const { paths, isNew, next } = generate(kind as Kind, name, root, today, readOptions(kind as Kind, words));
  // Long names break lines that short ones do not.
  const sources = paths.filter((path) => /[.]tsx?$/.test(path));
  execFileSync(join(root, "node_modules/.bin/oxfmt"), sources, { cwd: root, stdio: "pipe" });
  const lines = [
    ...paths.map((path) => `${isNew(path) ? "new    " : "changed"}  ${path}`),
    "",
    ...next.map((line) => `next     ${line}`),
  ];
  process.stdout.write(`${lines.join("\n")}\n`);
} catch (error) {
  process.stdout.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exit(1);
}
