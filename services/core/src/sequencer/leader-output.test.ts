import { unpackAnnouncement, unpackAnswers } from "@tidemark/contracts/codec";
import { journalEvents } from "@tidemark/contracts/journal";
import { subjects } from "@tidemark/kit-node";
import { expect, test } from "vitest";
import { keys, signerOf } from "../../sim/cluster.ts";
import type { Deps } from "../deps.ts";
import type { Row } from "../journal/row.ts";
import type { Machine } from "../machine.ts";
import { LeaderOutput } from "./leader-output.ts";

const row = { epoch: 1, seq: 7, batchId: "id", tsUs: 5_000 } as Row;
const rows = (count: number): Float64Array =>
  Float64Array.from(Array.from({ length: count }, (_, i) => [journalEvents.answered.code, i, 200, i]).flat());

/** An output with what it signed, what it published, and the end of a turn. */
function outputOf() {
  const signer = signerOf("node-1");
  const signed: number[] = [];
  const published: { subject: string; bytes: Uint8Array }[] = [];
  const due: (() => void)[] = [];
  const deps = {
    core: "sim",
    signer: { ...signer, sign: (bodies: readonly Uint8Array[]) => (signed.push(bodies.length), signer.sign(bodies)) },
    bus: { publish: (subject: string, bytes: Uint8Array) => published.push({ subject, bytes }) },
    time: { soon: (run: () => void) => due.push(run) },
  } as unknown as Deps;
  const endTurn = (): void => due.splice(0).forEach((run) => run());
  return { output: new LeaderOutput(deps, 1), signed, published, endTurn };
}

const gathered = { commands: [], senders: ["user.a", "user.b"], requests: [1, 2], tags: [3, 4] };
const results = { code: [200, 200], ref: [0, 0], first: [0n, 0n], second: [0n, 0n] };
const machine = { results } as unknown as Machine;

test("C2: the answers of a batch and its announcement share one signature, answers first", () => {
  const { output, signed, published } = outputOf();
  output.answer(gathered, row.seq, machine);
  expect(output.announcing(row, rows(2_500)).run()).toBe(true);
  expect(signed).toEqual([4]);
  const { answers, announcements } = subjects("sim");
  expect(published.map(({ subject }) => subject)).toEqual([
    answers("user.a"),
    answers("user.b"),
    announcements,
    announcements,
  ]);
  expect(unpackAnswers(published[0]!.bytes, keys.coreKeys).to).toBe("user.a");
  expect(unpackAnnouncement(published[3]!.bytes, keys.coreKeys)).toMatchObject({ part: 1, parts: 2 });
});

test("C2: answers of a batch with a long announcement do not wait for it", () => {
  const { output, signed, published } = outputOf();
  output.answer(gathered, row.seq, machine);
  const announcing = output.announcing(row, rows(20_000));
  expect(published.length).toBe(2);
  while (!announcing.run());
  expect(signed.slice(0, 2)).toEqual([2, 8]);
});

test("C2: refusals of one turn share one signature, however many messages they came in; a stopped leader says none", () => {
  const { output, signed, published, endTurn } = outputOf();
  for (let request = 1; request <= 50; request += 1) output.refuse("user.a", request, 9, 50_002, 0);
  expect(signed).toEqual([]);
  endTurn();
  expect(signed).toEqual([1]);
  expect(unpackAnswers(published[0]!.bytes, keys.coreKeys).answers.length).toBe(50);
  output.refuse("user.a", 51, 9, 50_002, 0);
  output.stop();
  endTurn();
  expect(published.length).toBe(1);
});
