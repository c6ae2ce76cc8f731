import { insertedBefore } from "./edits.ts";
import type { Spelled } from "./names.ts";
import type { Tree } from "./tree.ts";

export const operatorCallsPath = "contracts/src/operator/command-calls.ts";
const testPath = "contracts/src/operator/command-calls.test.ts";
const catalogPath = "contracts/src/console/console-catalog.ts";

/** The call by which operators propose a command: its declaration, its places in the two lists, and its example in the test of all of them. */
export function addOperatorCall(tree: Tree, it: Spelled, field: string | undefined): void {
  const fields = field === undefined ? "" : `, ${field}: count`;
  const values = field === undefined ? "" : `, ${field}: 5`;
  const declared = `export const ${it.camel} = defineOperatorCall("${it.snake}", {
  role: "support",
  approvals: 1,
  fields: { uid: count${fields} },
});

`;
  const example = `  ${it.snake}: { ask: { uid: 7${values} }, becomes: { uid: 7${values} } },\n`;
  tree.change(operatorCallsPath, (text) => {
    const entered = insertedBefore(text, "] as unknown as", `  ${it.camel},\n`, "export const operatorCommandCalls");
    return insertedBefore(entered, "/** Every call that proposes a command", declared);
  });
  tree.change(catalogPath, (text) =>
    insertedBefore(text, "  proposalList:", `  ${it.camel}: command.${it.camel},\n`, "export const consoleCalls"),
  );
  tree.change(testPath, (text) => insertedBefore(text, "};\n", example, "const examples"));
}
