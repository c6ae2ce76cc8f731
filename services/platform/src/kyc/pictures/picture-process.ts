// Decodes pictures that users sent in a process of its own: without settings and keys, of low priority, and the first to be ended when memory runs
// short. It works on one picture at a time and ends with its parent.
import { writeFileSync } from "node:fs";
import { lowerPriority } from "@tidemark/kit-node";
import sharp from "sharp";
import type { PictureResult, PictureWork } from "./pictures.ts";

/** A picture of a phone has half of it. */
const pixelsMax = 30_000_000;
const sideMax = 2_400;
const secondsMax = 8;
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
      .timeout({ seconds: secondsMax })
      .toBuffer();
    return { jpeg };
  } catch {
    return { problem: "no picture" };
  }
}

lowerPriority(niceness);
try {
  writeFileSync("/proc/self/oom_score_adj", "1000");
} catch {
  // Other systems have no such file.
}
process.on("disconnect", () => process.exit(0));
process.on("message", (work: PictureWork) => void reencoded(work).then((result) => process.send!(result)));
