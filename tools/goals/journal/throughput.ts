import { BareRival } from "./bare.ts";
import { type Packed, type Sender, withCore } from "./core.ts";
import { bytesOf, commandsPerMessage, commandsPerRow, prices } from "./workload.ts";
import { median } from "../measure.ts";

/** A turn: long enough for some forty commits, short enough that both sides meet the same neighbours and the same disk. */
const perStretch = commandsPerRow * 40;
const warmStretches = 4;
const stretches = 12;

/**
 * Commands a second through intake, journal, engine, answers and announcements, as many as will go, against the same bytes in bare rows.
 * The two take turns. A bare stretch lasts only tens of milliseconds, and a commit of this machine's disk takes anything from a third of
 * a millisecond to three: one stretch alone says nothing, so the median of their ratios counts.
 */
export async function journaled(database: string): Promise<object> {
  const commands = bytesOf(perStretch * (warmStretches + stretches));
  const rival = await BareRival.start(database, commands.length);
  return withCore(database, async (sender) => {
    const ours: number[] = [];
    const theirs: number[] = [];
    for (let stretch = 0; stretch < warmStretches + stretches; stretch += 1) {
      const from = stretch * perStretch;
      sender.send("oracle", prices());
      await sender.settled();
      const ms = await carry(sender, packed(sender, commands.slice(from, from + perStretch)));
      await sender.settled();
      const bareMs = await rival.append(from, from + perStretch);
      // The first stretches warm both up.
      if (stretch < warmStretches) continue;
      ours.push(ms);
      theirs.push(bareMs);
    }
    rival.end();
    return {
      ratio: median(theirs.map((bareMs, i) => bareMs / ours[i]!)),
      perSecond: (perStretch * 1000) / median(ours),
      barePerSecond: (perStretch * 1000) / median(theirs),
      refused: sender.refused,
    };
  });
}

export const packed = (sender: Sender, commands: readonly Uint8Array[]): Packed[] =>
  Array.from({ length: Math.ceil(commands.length / commandsPerMessage) }, (_, i) =>
    sender.pack("user", commands.slice(i * commandsPerMessage, (i + 1) * commandsPerMessage)),
  );

/** Keeps a dozen rows' worth of commands on the way until all are answered; the milliseconds that took. */
export async function carry(sender: Sender, messages: readonly Packed[]): Promise<number> {
  const window = commandsPerRow * 12;
  const base = sender.answered;
  const started = performance.now();
  let next = 0;
  let sent = 0;
  const more = (): void => {
    while (next < messages.length && sent - (sender.answered - base) < window) {
      sent += messages[next]!.count;
      sender.publish(messages[next++]!);
    }
  };
  sender.onAnswer = more;
  more();
  await sender.allAnswered();
  return performance.now() - started;
}
