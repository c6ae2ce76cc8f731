import { packAnnouncement, type Seal } from "@tidemark/contracts/codec";
import { createLog, subjects } from "@tidemark/kit-node";
import { expect, test } from "vitest";
import { hearAnnouncements } from "./announcements.ts";
import { memoryBus } from "./testing/memory-bus.ts";

const seal: Seal = () => new Uint8Array(16).fill(1);
const log = createLog("test");
log.level = "silent";

function hearing() {
  const bus = memoryBus();
  const told: string[] = [];
  const announcements = hearAnnouncements(
    bus,
    "x",
    seal,
    {
      leader: () => undefined,
      batch: ({ seq }) => void told.push(`batch ${seq}`),
      hole: (seq) => void told.push(`hole ${seq}`),
    },
    log,
  );
  const say = (epoch: number, seq: number, part = 0, parts = 1): void => {
    const message = { epoch, seq, batchId: `${epoch}-${seq}`, at: 0, part, parts, events: new Float64Array(1) };
    bus.publish(subjects("x").announcements, packAnnouncement(message, seal));
  };
  return { announcements, told, say };
}

test("inside an epoch numbers only grow, and a lower epoch is never believed", () => {
  const { announcements, told, say } = hearing();
  say(2, 10);
  say(2, 11);
  say(2, 11);
  say(2, 9);
  say(1, 12);
  say(3, 12);
  expect(told).toEqual(["hole 10", "batch 11", "batch 12"]);
  expect([announcements.epoch, announcements.dropped]).toEqual([3, 3]);
});

test("a new epoch that begins below what was heard is a journal that was set back: views are taken again from there", () => {
  const { announcements, told, say } = hearing();
  say(2, 10);
  say(2, 11);
  say(3, 5, 0, 2);
  say(3, 5, 1, 2);
  say(2, 12);
  say(3, 6);
  expect(told).toEqual(["hole 10", "batch 11", "hole 5", "batch 6"]);
  expect([announcements.epoch, announcements.seq]).toEqual([3, 6]);
});
