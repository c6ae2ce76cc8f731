import { insertedBefore, withNameFrom } from "./edits.ts";
import type { Tree } from "./tree.ts";

const userPath = "engine/src/records/user.ts";
const readPath = "engine/src/read/questions.ts";
const indexPath = "engine/src/index.ts";
const declaration = 'export const User = defineRecord("user", {\n';

/** Whether a field of the user's record is one word or a number of two; undefined: there is no such field. */
function kindOf(tree: Tree, field: string): "word" | "number" | undefined {
  const text = tree.read(userPath);
  const fields = text.slice(text.indexOf(declaration), text.indexOf("\n});", text.indexOf(declaration)));
  const kind = new RegExp(`^  ${field}: (\\w+)`, "m").exec(fields)?.[1];
  if (kind !== undefined && kind !== "word" && kind !== "number")
    throw new Error(`${field} of the user's record is no single number`);
  return kind;
}

/** One more word at the end of the user's record. True: snapshots have another layout now. */
export function addUserField(tree: Tree, field: string): boolean {
  if (!/^[a-z][a-zA-Z0-9]*$/.test(field)) throw new Error(`"${field}" is not a field's name such as feeDiscount`);
  if (kindOf(tree, field) !== undefined) return false;
  tree.change(userPath, (text) => insertedBefore(text, "});", `  ${field}: word,\n`, declaration));
  return true;
}

/** The code that writes a field of the record `user`. */
export const writeOf = (tree: Tree, field: string): string =>
  `state.memory.${kindOf(tree, field) === "number" ? "setNumber" : "set"}(user + User.${field}, c.${field});`;

/** The code that reads a field of the record `user`. */
export const readOf = (tree: Tree, field: string): string =>
  kindOf(tree, field) === "number"
    ? `state.memory.number(user + User.${field})`
    : `state.memory.w[user + User.${field}]!`;

/** How the journal holds it. */
export const journalKindOf = (tree: Tree, field: string): string => (kindOf(tree, field) === "number" ? "u53" : "u32");

/** A question about a user's record, for services that answer from memory. */
export function addReader(tree: Tree, name: string, field: string): void {
  if (kindOf(tree, field) === undefined) throw new Error(`the user's record has no field ${field}`);
  if (tree.read(readPath).includes(`export function ${name}(`)) return;
  tree.change(
    readPath,
    (text) => `${text}
/** 0 for a user who was never seen, as for one whose field was never set. */
export function ${name}(state: State, uid: number): number {
  const user = state.users.find(uid);
  return user === 0 ? 0 : ${readOf(tree, field)};
}
`,
  );
  tree.change(indexPath, (text) => withNameFrom(text, name, "./read/questions.ts", "export"));
}
