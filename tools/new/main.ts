// `pnpm new feature|module|call|command|event|record|topic <name>`: a small skeleton in the house's shape that compiles, passes its test and says what is left to do.
import { fileURLToPath } from "node:url";
import { generate, type Kind, kinds } from "./generate.ts";

const usage = `pnpm new feature <name>        a feature of the page, e.g. price-alert
pnpm new module <name>         a module of the platform, e.g. referral
pnpm new call <domain.name>    a call of the catalogue, e.g. account.freeze
pnpm new command <name>        a command of the journal with its handler, e.g. set-fee-discount
pnpm new event <name>          an event of the journal, e.g. fee-discount-set
pnpm new record <name>         a record of the engine's memory, e.g. fee-discount
pnpm new topic <domain.name>   a topic of the catalogue, e.g. wallet.deposits
`;

const [kind, name] = process.argv.slice(2);
if (name === undefined || !kinds.includes(kind as Kind)) {
  process.stdout.write(usage);
  process.exit(1);
}
try {
  const root = fileURLToPath(new URL("../..", import.meta.url));
  const today = new Date().toISOString().slice(0, 10).replaceAll("-", "");
  const { paths, next } = generate(kind as Kind, name, root, today);
  process.stdout.write(`${paths.map((path) => `wrote  ${path}`).join("\n")}\n\n`);
  process.stdout.write(`${next.map((line) => `next   ${line}`).join("\n")}\n`);
} catch (error) {
  process.stdout.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exit(1);
}
