import { expect, test } from "vitest";
import { crashEverywhere, simulate } from "./index.ts";

test("[I1–I22 A-1 A-2 A-8 A-22] random stories keep every invariant and tell themselves twice alike", () => {
  for (let seed = 1; seed <= 2; seed += 1) expect(simulate(seed, 4_000).broken).toEqual([]);
}, 60_000);

test("[S3] a crash at any batch boundary leaves the bytes of the run that never crashed", () => {
  expect(crashEverywhere(11, 60, 6).broken).toEqual([]);
}, 60_000);
