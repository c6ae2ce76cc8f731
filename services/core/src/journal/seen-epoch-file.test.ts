import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { beforeEach, expect, test } from "vitest";
import { keptSeenEpoch } from "./seen-epoch-file.ts";
import { sawEpoch } from "./primary.ts";

let folder: string;
let failures: string[];
beforeEach(() => {
  folder = join(mkdtempSync(join(tmpdir(), "epoch-")), "kept");
  failures = [];
});
const open = () => keptSeenEpoch(folder, (why) => failures.push(why));

test("the highest epoch that was seen is known to the next process", () => {
  const seen = open();
  expect(seen).toMatchObject({ systemId: "", timeline: 0, epoch: 0 });
  for (const epoch of [3, 7, 5]) sawEpoch(seen, epoch);
  expect([seen.epoch, open().epoch, failures]).toEqual([7, 7, []]);
});

test("a file that says nothing, or cannot be written, leaves what this process has seen", () => {
  sawEpoch(open(), 3);
  writeFileSync(join(folder, "epoch"), "x");
  expect(open().epoch).toBe(0);
  folder = join(folder, "epoch");
  const seen = open();
  sawEpoch(seen, 4);
  expect([seen.epoch, failures.length]).toEqual([4, 1]);
});

test("L4: the highest timeline of every cluster that was seen is known to the next process, which cluster it was is not", () => {
  const [seen, mistaken] = [open(), open()];
  seen.systemId = "71";
  for (const timeline of [2, 4, 3]) seen.timeline = timeline;
  mistaken.systemId = "99";
  mistaken.timeline = 9;
  const next = open();
  expect([next.systemId, next.timeline, failures]).toEqual(["", 0, []]);
  expect(["71", "99", "5"].map((systemId) => next.keptTimeline!(systemId))).toEqual([4, 9, 0]);
});
