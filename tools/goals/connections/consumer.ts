// A process with one module that counts fills, or gives commands through its outbox. It is killed in the middle of its work, again and again.
import {
  commandSender,
  connectBus,
  coreClient,
  createLog,
  developmentAccess,
  openDatabase,
  openEventFeed,
  openOutbox,
  sealsOf,
  systemTime,
} from "@tidemark/kit-node";
import { sql } from "kysely";
import { coreKeysFor } from "../../dev/processes/node-names.ts";

const [role, url, core, schema, natsUrl] = process.argv.slice(2) as [string, string, string, string, string];
const seals = sealsOf("", "development");
const [seal, coreKeys] = [seals.of("platform")!, coreKeysFor(core)];
const bus = await connectBus(natsUrl, schema, developmentAccess("development", core));
const { db } = openDatabase(url, 4);
const log = createLog("connections");
log.level = "error";
const time = systemTime;

if (role === "fills") {
  const client = coreClient({ bus, core, by: "platform", seal, coreKeys, clock: time });
  openEventFeed(
    { db, schema, client, bus, coreKeys, time, log },
    {
      events: ["order_filled"],
      async handle(tx, batches) {
        const trades = batches.flatMap(({ events }) =>
          events.flatMap((event) => (event.type === "order_filled" ? [event.tradeId] : [])),
        );
        await sql`insert into ${sql.table(`${schema}.fills`)} (trade) select * from unnest(${trades}::bigint[])`.execute(
          tx,
        );
      },
    },
  );
} else {
  const sender = commandSender({ bus, core, by: "platform", seal, coreKeys, time });
  openOutbox({
    db,
    schema,
    producer: 21,
    sender,
    time,
    log,
    async answered(tx, answers) {
      const [numbers, codes] = [answers.map(({ number }) => number), answers.map(({ result }) => result.code)];
      await sql`
        insert into ${sql.table(`${schema}.answers`)} (number, code)
        select * from unnest(${numbers}::bigint[], ${codes}::int[])`.execute(tx);
    },
  });
}
process.stdout.write("ready\n");
