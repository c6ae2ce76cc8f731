import { withCore } from "./journal-core.ts";
import { bytesOf, commandsPerMessage, prices } from "./journal-workload.ts";

const batch = 512;

/** Commands a second through intake, journal, engine, answers and announcements, as many as will go. */
export async function journaled(database: string, count: number): Promise<object> {
  const commands = bytesOf(count);
  return withCore(database, async (sender) => {
    const window = batch * 12;
    const run = async (from: number, to: number): Promise<number> => {
      const started = performance.now();
      const base = sender.sent;
      let next = from;
      let told = performance.now();
      const more = (): void => {
        while (next < to && sender.sent - sender.answered < window) {
          sender.send("user", commands.slice(next, Math.min(to, next + commandsPerMessage)));
          next = Math.min(to, next + commandsPerMessage);
        }
        if (performance.now() - told > 3_000) {
          told = performance.now();
          sender.send("oracle", prices());
        }
      };
      sender.onAnswer = more;
      more();
      while (sender.answered < base + (to - from) || next < to) await new Promise((resolve) => setTimeout(resolve, 1));
      return ((to - from) * 1000) / (performance.now() - started);
    };
    const warm = Math.floor(count / 3);
    await run(0, warm);
    const perSecond = await run(warm, count);
    return {
      perSecond,
      bytesPerCommand: commands.reduce((sum, bytes) => sum + bytes.length, 0) / count,
      refused: sender.refused,
    };
  });
}
