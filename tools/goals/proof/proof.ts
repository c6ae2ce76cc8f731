import { spawn } from "node:child_process";
import { tamperings } from "@tidemark/core/sim";
import { type Figure, firstWord, inFreshProcess, inRounds, isShort } from "../measure.ts";

const script = "./proof/contestants.ts";
const tamperingCount = 1_000;
const accounts = isShort ? 50_000 : 1_000_000;

/** `pnpm goals proof`: how long the tree of a million accounts takes beside a follower, and how many false trees are caught. */
export async function proofGoals(): Promise<Figure[]> {
  const { caught } = await tamperings(58, tamperingCount);
  return [
    ...(await treeGoals()),
    { name: "proof.tamperings_caught", figure: caught, goal: tamperingCount, floor: tamperingCount, better: "more" },
  ];
}

/** Of fewer accounts in the short form, and counted for a million. */
async function treeGoals(): Promise<Figure[]> {
  const follower = spawn(process.execPath, [new URL("./contestants.ts", import.meta.url).pathname, "follower"], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  try {
    await firstWord(follower, follower.stdout, "data");
    return await inRounds(
      3,
      [{ name: "proof.seconds_for_a_million_accounts", goal: 30, floor: 60, better: "less" }],
      () => {
        const { seconds } = inFreshProcess<{ seconds: number }>(script, ["tree", accounts]);
        return [(seconds * 1_000_000) / accounts];
      },
    );
  } finally {
    follower.kill();
  }
}
