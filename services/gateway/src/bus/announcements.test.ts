import { packAnnouncement } from "@tidemark/contracts/codec";
import { coreKeysOf, coreSignerOf, createLog, subjects } from "@tidemark/kit-node";
import { expect, test } from "vitest";
import { subscribeAnnouncements } from "./announcements.ts";
import { memoryBus } from "../testing/memory-bus.ts";

const coreKeys = coreKeysOf({ core: "x", publicKeys: "", mode: "development" });
const signer = coreSignerOf("", "x", "core-a", "development");
const log = createLog("test");
log.level = "silent";

function subscribed() {
  const bus = memoryBus();
  const received: string[] = [];
  const announcements = subscribeAnnouncements(
    bus,
    "x",
    coreKeys,
    {
      leader: () => undefined,
      batch: ({ seq }) => void received.push(`batch ${seq}`),
      gap: (seq) => void received.push(`gap ${seq}`),
    },
    log,
  );
  const publish = (epoch: number, seq: number, part = 0, parts = 1): void => {
    const message = { epoch, seq, batchId: `${epoch}-${seq}`, at: 0, part, parts, events: new Float64Array(1) };
    bus.publish(subjects("x").announcements, packAnnouncement(message, signer));
  };
  return { announcements, received, publish };
}

test("inside an epoch numbers only grow, and a lower epoch is never believed", () => {
  const { announcements, received, publish } = subscribed();
  publish(2, 10);
  publish(2, 11);
  publish(2, 11);
  publish(2, 9);
  publish(1, 12);
  publish(3, 12);
  expect(received).toEqual(["gap 10", "batch 11", "batch 12"]);
  expect([announcements.epoch, announcements.dropped]).toEqual([3, 3]);
});

test("a new epoch that begins below what was heard is a journal that was set back: views are taken again from there", () => {
  const { announcements, received, publish } = subscribed();
  publish(2, 10);
  publish(2, 11);
  publish(3, 5, 0, 2);
  publish(3, 5, 1, 2);
  publish(2, 12);
  publish(3, 6);
  expect(received).toEqual(["gap 10", "batch 11", "gap 5", "batch 6"]);
  expect([announcements.epoch, announcements.seq]).toEqual([3, 6]);
});
