import { insertedBefore, withImport } from "./edits.ts";
import { addEvent, nextNumber } from "./event.ts";
import { type Spelled, spelled } from "./names.ts";
import { addOperatorCall, operatorCallsPath } from "./operator-call.ts";
import type { Options } from "./options.ts";
import type { Tree } from "./tree.ts";
import { addUserField, journalKindOf, readOf, writeOf } from "./user-record.ts";

const internalPath = "contracts/src/journal/internal-commands.ts";
const userPath = "contracts/src/journal/user-commands.ts";
const dispatchPath = "engine/src/commands/dispatch.ts";
const kindsPath = "engine/sim/kinds.ts";
/** Who may send it, and who sends it in tests. */
const senders: Readonly<Record<string, string>> = { platform: "operator", operator: "operator", wallet: "wallet" };

type Parts = { readonly it: Spelled; readonly event: Spelled | undefined; readonly field: string | undefined };

function handlerOf(tree: Tree, { it, event, field }: Parts): string {
  const facts = `{ uid: c.uid${field === undefined ? "" : `, ${field}: c.${field}`} }`;
  const lines = [
    "  if (c.uid === 0) return state.refuse(refuse.CONFIG_INVALID);\n",
    field === undefined ? "" : `  const user = state.users.user(c.uid);\n  ${writeOf(tree, field)}\n`,
    event === undefined ? "" : `  state.events.emit("${event.snake}", ${facts});\n`,
  ];
  return `import type { CommandOf } from "@tidemark/contracts/journal";
import { refuse } from "../events/refusals.ts";
${field === undefined ? "" : 'import { User } from "../records/user.ts";\n'}import type { State } from "../state/state.ts";

export function ${it.camel}(state: State, c: CommandOf<"${it.snake}">): void {
${lines.join("")}}
`;
}

function testOf(tree: Tree, { it, event, field }: Parts, sender: string): string {
  const set = field === undefined ? "" : `, ${field}: 5`;
  const sent = (uid: string): string => `world.do(world.${sender}({ type: "${it.snake}", uid${uid}${set} }))`;
  const checks = [
    field === undefined
      ? ""
      : `  const { state } = world;\n  const user = state.users.find(uid);\n  expect(${readOf(tree, field)}).toBe(5);\n`,
    event === undefined ? "" : `  expect(world.events()).toContainEqual({ type: "${event.snake}", uid${set} });\n`,
  ];
  const title = [
    ...(field === undefined ? [] : [`sets ${field} of the user`]),
    ...(event === undefined ? [] : [`says so in ${event.snake}`]),
    "refuses user 0",
  ];
  return `import { expect, test } from "vitest";
import { people, World } from "../../sim/index.ts";
${field === undefined ? "" : 'import { User } from "../records/user.ts";\n'}
test("${it.snake} ${title.join(", ")}", () => {
  const world = new World();
  const uid = people.alice;
  expect(${sent("")}).toBe(200);
${checks.join("")}  expect(${sent(": 0")}).not.toBe(200);
});
`;
}

/** The declaration, the line in the table of handlers, and an example for the fuzz tests. */
function enter(tree: Tree, { it, field }: Parts, sentBy: string): void {
  const fields = field === undefined ? "" : `    ${field}: "${journalKindOf(tree, field)}",\n`;
  const example = field === undefined ? "" : `, ${field}: 5`;
  const kind = nextNumber([tree.read(internalPath), tree.read(userPath)], "defineCommand");
  const declared = `  ${it.snake}: defineCommand(${kind}, "${sentBy}", {\n    uid: "u32",\n${fields}  }),\n`;
  const say = senders[sentBy] === "wallet" ? "wallet" : "say";
  tree.change(internalPath, (text) => insertedBefore(text, "} as const;", declared, "export const internalCommands"));
  tree.change(dispatchPath, (text) =>
    withImport(
      insertedBefore(text, "};\n", `  ${it.snake}: ${it.camel},\n`, "const handlers"),
      `import { ${it.camel} } from "./${it.kebab}.ts";`,
    ),
  );
  const line = `    ${it.snake}: () => ${say}({ type: "${it.snake}", uid${example} }),\n`;
  tree.change(kindsPath, (text) => insertedBefore(text, "    pay_earn: ", line));
}

/** A command of the journal with its handler and test and, where wanted, the event that it causes and the field that it sets. */
export function command(tree: Tree, name: string, options: Options): string[] {
  const it = spelled(name);
  const sentBy = options.class ?? "platform";
  const sender = senders[sentBy];
  if (sender === undefined)
    throw new Error(`--class is ${Object.keys(senders).join(", ")}; a command of users is written into ${userPath}`);
  if (new RegExp(`^  ${it.snake}:`, "m").test(tree.read(internalPath) + tree.read(userPath)))
    throw new Error(`the command ${it.snake} exists already`);
  const field = options["user-field"];
  const event = options.event === undefined ? undefined : spelled(options.event);
  const parts: Parts = { it, event, field };
  const isNewLayout = field !== undefined && addUserField(tree, field);
  if (event !== undefined) addEvent(tree, event, ["uid", ...(field === undefined ? [] : [field])]);
  enter(tree, parts, sentBy);
  if (sentBy === "operator") addOperatorCall(tree, it, field);
  tree.create(`engine/src/commands/${it.kebab}.ts`, handlerOf(tree, parts));
  tree.create(`engine/src/commands/${it.kebab}.test.ts`, testOf(tree, parts, sender));
  return [
    `Name its fields and their ranges in ${internalPath}; refuse in engine/src/commands/${it.kebab}.ts what is out of range.`,
    ...(event === undefined ? ["pnpm new event for what it causes."] : []),
    ...(isNewLayout ? ["node tools/check/golden.ts record 1: the layout of snapshots has changed."] : []),
    sentBy === "operator"
      ? `Choose who may propose it and how many approve: ${operatorCallsPath}.`
      : "A call or a module sends it: command.make in a contract, or enqueueCommands.",
    "pnpm reference. A mutant if it moves money.",
  ];
}
