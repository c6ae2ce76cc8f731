export { recordGolden, replayGolden } from "./golden.ts";
export { Random } from "./random.ts";
export { crashEverywhere, type CrashReport, play, sameBytes, type SimReport, simulate } from "./run.ts";
export { people, World } from "./world.ts";
export { asset, btcUsdt, ethBtc, journaled, opening, placing, producer, type Wish } from "./scene.ts";
export { type Batch, Story } from "./story.ts";
export { type PerpOrder, PerpWorld, signed } from "./perp-world.ts";
export { perp } from "./perp-scene.ts";
export { PerpStory } from "./perp-story.ts";
