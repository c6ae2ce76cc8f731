import { randomBytes } from "node:crypto";
import { unpackAnswers } from "@tidemark/contracts/codec";
import { append, bareTable } from "./bare.ts";
import { type Sender, withCore } from "./core.ts";
import { bytesOf, commandsPerMessage, prices, resting } from "./workload.ts";

/** The command path is measured as it runs all day: after the compiler has seen it. */
const warmStretches = 16;
const p50 = (values: number[]): number => values.sort((a, b) => a - b)[Math.floor(values.length / 2)]!;

/**
 * From a command to its durable answer, ten thousand a second in messages of a millisecond each, against a bare one-row commit. The two
 * take turns in short stretches, so that both meet the same neighbours.
 */
export async function latency(database: string, stretches: number): Promise<object> {
  const perStretch = 4_000;
  const commands = bytesOf(resting + perStretch * (stretches + warmStretches));
  const client = await bareTable(database);
  const payload = randomBytes(440);
  return withCore(database, async (sender) => {
    for (let i = 0; i < resting; i += commandsPerMessage) {
      sender.send("user", commands.slice(i, Math.min(resting, i + commandsPerMessage)));
      await sender.settled();
    }
    const ours: number[] = [];
    const theirs: number[] = [];
    let next = resting;
    for (let stretch = 0; stretch < stretches + warmStretches; stretch += 1) {
      sender.send("oracle", prices());
      await sender.settled();
      const taken = await openLoop(sender, commands.slice(next, next + perStretch));
      next += perStretch;
      const bareTaken: number[] = [];
      for (let i = 0; i < 200; i += 1) {
        const at = performance.now();
        await append(client, stretch * 200 + i + 1, payload);
        bareTaken.push(performance.now() - at);
        // At the same pace: a server that is kept awake by back-to-back commits answers faster than one that sleeps in between.
        await new Promise((resolve) => setTimeout(resolve, 1));
      }
      // The first stretches warm the engine up.
      if (stretch < warmStretches) continue;
      ours.push(p50(taken));
      theirs.push(p50(bareTaken));
    }
    await client.end();
    return {
      ratio: p50(ours.map((value, i) => value / theirs[i]!)),
      p50Ms: p50(ours),
      bareP50Ms: p50(theirs),
      refused: sender.refused,
    };
  });
}

/** A gateway checks signatures in its own process; here that would take the leader's time. Every answer is checked when all are there. */
const unchecked = { signerOf: () => "core-a" };

async function openLoop(sender: Sender, commands: readonly Uint8Array[]): Promise<number[]> {
  const perMs = 10;
  const sentAt = new Map<number, number>();
  const taken: number[] = [];
  sender.onAnswer = (bytes) => {
    const now = performance.now();
    for (const { request } of unpackAnswers(bytes, unchecked).answers) {
      const at = sentAt.get(request);
      if (at !== undefined) taken.push(now - at);
    }
  };
  const started = performance.now();
  let next = 0;
  while (next < commands.length) {
    const due = Math.min(commands.length, Math.floor(performance.now() - started) * perMs);
    if (due > next) {
      const at = performance.now();
      const packed = sender.pack("user", commands.slice(next, due));
      sentAt.set(packed.first, at);
      sender.publish(packed);
      next = due;
    }
    // Sleeps between messages, as a gateway would: a spinning client would take the server's core.
    await new Promise((resolve) => setTimeout(resolve, 1));
  }
  await sender.settled();
  return taken;
}
