// `pnpm bots`: makers and takers of a running development exchange, from outside, with API keys.
import { parseArgs } from "node:util";
import { startBots, startSimulatedBots } from "../dev/bots.ts";

const usage = `pnpm bots [options]

  --url <address>    the exchange's gateway (http://127.0.0.1:8080)
  --pace <n>         how much less often everything happens (1)
  --simulated        the gateway is the simulated exchange's: fewer markets, a pace of its own
`;

const { values } = parseArgs({
  options: {
    url: { type: "string", default: "http://127.0.0.1:8080" },
    pace: { type: "string", default: "1" },
    simulated: { type: "boolean", default: false },
    help: { type: "boolean", default: false },
  },
});
if (values.help) {
  process.stdout.write(usage);
  process.exit(0);
}

const pace = Number(values.pace);
if (!(pace > 0)) {
  process.stderr.write(`--pace must be above 0, not ${values.pace}\n\n${usage}`);
  process.exit(2);
}

const bots = await (values.simulated ? startSimulatedBots(values.url) : startBots(values.url, pace));
process.stdout.write(`The bots trade at ${values.url}. Ctrl-C ends them.\n`);
const end = (): void => void bots.stop().then(() => process.exit(0));
process.on("SIGINT", end).on("SIGTERM", end);
