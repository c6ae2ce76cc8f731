import { connect } from "@nats-io/transport-node";
import { packAnswers, packCommands, unpackAnswers, unpackCommands } from "@tidemark/contracts/codec";
import { connectBus } from "@tidemark/kit-node";
import { coreKeys, seals, signerOf } from "./core.ts";
import { bytesOf } from "./workload.ts";

/** The far end of the bus: answers single requests and packed messages. */
export async function responder(): Promise<void> {
  const signer = signerOf("core-a");
  const connection = await connect({ servers: "nats://127.0.0.1:4222" });
  connection.subscribe("tm.goal.single", { callback: (_error, message) => void message.respond(message.data) });
  connection.subscribe("tm.goal.packed", {
    callback: (_error, message) => {
      const { commands, sender, tag } = unpackCommands(message.data, seals.of("user")!);
      const answers = commands.map(({ request }) => ({
        request,
        tag,
        result: { code: 200, seq: 1, ref: request, facts: [0n, 0n] as const },
      }));
      message.respond(packAnswers({ epoch: 1, to: sender, answers }, signer));
    },
  });
  await connection.flush();
  process.stdout.write("ready\n");
}

/** One request per command against packed messages, both answered by the far end. */
export async function bus(seconds: number): Promise<object> {
  const connection = await connectBus("nats://127.0.0.1:4222", "goal");
  const commands = bytesOf(20_000);
  const until = (inFlight: number, one: () => Promise<number>): Promise<number> => {
    const end = performance.now() + seconds * 1000;
    let done = 0;
    const lane = async (): Promise<void> => {
      while (performance.now() < end) {
        // Not `done += await …`: that reads the sum before the wait and loses what the other lanes add meanwhile.
        const count = await one();
        done += count;
      }
    };
    return Promise.all(Array.from({ length: inFlight }, lane)).then(() => done / seconds);
  };
  let next = 0;
  const single = await until(64, async () => {
    await connection.request("tm.goal.single", commands[next++ % commands.length]!, 2_000);
    return 1;
  });
  const packed = await until(4, async () => {
    const from = next % (commands.length - 500);
    next += 500;
    const list = commands.slice(from, from + 500).map((bytes, i) => ({ request: i, bytes }));
    const message = packCommands({ by: "user", sender: "goal", sentAt: Date.now(), commands: list }, seals.of("user")!);
    return unpackAnswers(await connection.request("tm.goal.packed", message, 2_000), coreKeys).answers.length;
  });
  await connection.close();
  return { single, packed };
}
