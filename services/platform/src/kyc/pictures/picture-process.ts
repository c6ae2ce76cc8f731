// Decodes pictures that users sent in a process of its own: without settings and keys, of low priority, and the first to be ended when memory runs
// short. It works on one picture at a time and ends with its parent.
import { writeFileSync } from "node:fs";
import { lowerPriority } from "@tidemark/kit-node";
import sharp from "sharp";
import type { PictureMessage, PictureResult, PictureWork } from "./pictures.ts";

/** A picture of a phone has half of it. */
const pixelsMax = 30_000_000;
const sideMax = 2_400;
/** Of the processor, for one picture. By the clock a good one would be refused where the machine is busy with others. */
const processorMaxMs = 8_000;
const lookEveryMs = 100;
const quality = 88;
const niceness = 10;

sharp.cache(false);
sharp.concurrency(1);
// Everything that libvips can read beside these three is closed: SVG, PDF and raw formats have readers that follow links and run filters.
sharp.block({ operation: ["VipsForeignLoad"] });
sharp.unblock({
  operation: ["VipsForeignLoadJpegBuffer", "VipsForeignLoadPngBuffer", "VipsForeignLoadWebpBuffer"],
});

async function reencoded({ bytes, shortSideMin }: PictureWork): Promise<PictureResult> {
  const before = process.cpuUsage();
  const watch = setInterval(() => {
    const { user, system } = process.cpuUsage(before);
    if ((user + system) / 1_000 > processorMaxMs) process.exit(1);
  }, lookEveryMs);
  try {
    const input = sharp(bytes, { limitInputPixels: pixelsMax, failOn: "warning", pages: 1 });
    const { width, height } = await input.metadata();
    if (Math.min(width, height) < shortSideMin) return { problem: "too small" };
    // Turned as its camera said, because what said it is not kept.
    const jpeg = await input
      .autoOrient()
      .resize(sideMax, sideMax, { fit: "inside", withoutEnlargement: true })
      .flatten({ background: "#fff" })
      .toColourspace("srgb")
      .jpeg({ quality })
      .toBuffer();
    return { jpeg };
  } catch {
    return { problem: "no picture" };
  } finally {
    clearInterval(watch);
  }
}

lowerPriority(niceness);
try {
  writeFileSync("/proc/self/oom_score_adj", "1000");
} catch {
  // Other systems have no such file.
}
process.on("disconnect", () => process.exit(0));
const send = (message: PictureMessage): void => void process.send!(message);
process.on("message", (work: PictureWork) => void reencoded(work).then(send));
send("ready");
