import { messageBytesMax, packAnswers, unpackAnswers, withSignature } from "@tidemark/contracts/codec";
import { expect, test } from "vitest";
import { keys, signerOf } from "../../sim/cluster.ts";
import { AnswerPacker } from "./answers.ts";

const signer = signerOf("node-1");
const { coreKeys } = keys;
const tag = 2 ** 52 + 7;
const signed = (packer: AnswerPacker): (readonly [sender: string, message: Uint8Array])[] =>
  packer.take().map(({ sender, body }) => [sender, withSignature(body, signer.sign([body])[0]!)]);

test("answers are packed to the very bytes of the contract, one message per sender, batch after batch", () => {
  const packer = new AnswerPacker(9);
  for (const round of [1, 2]) {
    packer.add("gate-a", 1, tag, 200, 40 + round, 7, 0n, 0n);
    packer.add("gate-b", 5, tag + 1, 21_040, 40 + round, 0, 12n, -3n);
    packer.add("gate-a", 2, tag + 2, 21_005, 40 + round, 0, 0n, 5n);
    const messages = new Map(signed(packer));
    const seq = 40 + round;
    expect([...messages.keys()]).toEqual(["gate-a", "gate-b"]);
    expect(messages.get("gate-a")).toEqual(
      packAnswers(
        {
          epoch: 9,
          to: "gate-a",
          answers: [
            { request: 1, tag, result: { code: 200, seq, ref: 7, facts: [0n, 0n] } },
            { request: 2, tag: tag + 2, result: { code: 21_005, seq, ref: 0, facts: [0n, 5n] } },
          ],
        },
        signer,
      ),
    );
    expect(unpackAnswers(messages.get("gate-b")!, coreKeys).answers[0]!.result.facts).toEqual([12n, -3n]);
  }
  expect(packer.take()).toEqual([]);
});

test("more answers than fit one message travel in several", () => {
  const packer = new AnswerPacker(1);
  for (let request = 1; request <= 5_000; request += 1) packer.add("gate", request, tag, 50_002, 1, 0, 0n, 0n);
  const requests: number[] = [];
  for (const [, message] of signed(packer)) {
    expect(message.length).toBeLessThanOrEqual(messageBytesMax);
    requests.push(...unpackAnswers(message, coreKeys).answers.map((answer) => answer.request));
  }
  expect(requests).toEqual(Array.from({ length: 5_000 }, (_, i) => i + 1));
});
