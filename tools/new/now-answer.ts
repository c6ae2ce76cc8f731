import { insertedBefore, withNameFrom } from "./edits.ts";
import type { Spelled } from "./names.ts";
import type { Tree } from "./tree.ts";
import { addReader } from "./user-record.ts";

const nowPath = "services/core/src/questions/now.ts";

/** What a call answers from memory: fields of its data and, where one is a field of the user's record, the field's name. */
export type NowAnswer = {
  readonly data: (value: string) => string;
  /** As the generated test expects it of a user whose field was never set. */
  readonly expected: string;
  readonly userField?: string | undefined;
};

/** The answer's line among those from memory, the function that reads the state, and a test that asks. */
export function addNowAnswer(tree: Tree, domain: Spelled, it: Spelled, { data, expected, userField }: NowAnswer): void {
  const reader = `${it.camel}Of`;
  const here = userField === undefined ? "()" : "({ state, uid })";
  const value = userField === undefined ? "" : `${reader}(state, uid)`;
  const line = `  "${domain.kebab}.${it.camel}": ${here} => answered(${data(value)}),\n`;
  if (userField !== undefined) addReader(tree, reader, userField);
  tree.change(nowPath, (text) => {
    const entered = insertedBefore(text, "};\n", line, "const answerers:");
    return userField === undefined ? entered : withNameFrom(entered, reader, "@tidemark/engine");
  });
  tree.create(
    `services/core/src/questions/${it.kebab}.test.ts`,
    `import { calls, instrumentsOf } from "@tidemark/contracts";
import { people, World } from "@tidemark/engine/sim";
import { expect, test } from "vitest";
import { instrumentListOf } from "./instruments.ts";
import { answerNow } from "./now.ts";

test("${domain.kebab}.${it.camel} is answered from memory, also to a user who was never seen", () => {
  const { state } = new World({ alice: ["10 USDT"] });
  const instruments = instrumentsOf(instrumentListOf(state));
  for (const uid of [people.alice, 4_000_000]) {
    const { data } = answerNow(state, instruments, { call: calls.${it.camel}.name, uid, ask: {} });
    const answer = { source: "main", seq: 1, ...(data as object) };
    expect(calls.${it.camel}.answer.parse(answer)).toMatchObject(${expected});
  }
});
`,
  );
}
