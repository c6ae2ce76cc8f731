import { addCall, callsPathOf, spelledIn } from "./catalog.ts";
import type { Spelled } from "./names.ts";
import { addNowAnswer } from "./now-answer.ts";
import type { Options } from "./options.ts";
import { addOwnAnswer } from "./own-answer.ts";
import type { Tree } from "./tree.ts";

export const declaredCall = (
  domain: Spelled,
  it: Spelled,
  owner: string,
  answer: string,
  ask = "z.strictObject({})",
): string => `
export const ${it.camel} = defineCall({
  owner: "${owner}",
  needs: "session",
  carry: "bus",
  shape: "envelope",
  name: "${domain.kebab}.${it.camel}",
  path: "GET /api/${domain.kebab}/${it.kebab}",
  answers: "${owner === "core" ? "now" : "own"}",
  rate: "read",
  ask: ${ask},
  answer: ${answer},
  refusals: [${owner === "core" ? "" : '"BUSY"'}],
});
`;

/** The owner that a call or topic shall have. */
export function ownerOf(options: Options): "core" | "platform" {
  const owner = options.owner ?? "core";
  if (owner !== "core" && owner !== "platform") throw new Error(`--owner is core or platform, not ${owner}`);
  if (owner === "platform" && options["user-field"] !== undefined)
    throw new Error("--user-field is read by the core, not by the platform");
  return owner;
}

/** A call of the catalogue and who answers it. The gateway, the client and the reference find it in the catalogue. */
export function call(tree: Tree, name: string, options: Options): string[] {
  const { domain, it } = spelledIn(name, "account.fee-level");
  const owner = ownerOf(options);
  const userField = options["user-field"];
  if (owner === "platform") {
    addCall(tree, domain, it.camel, declaredCall(domain, it, owner, "z.object({})"), []);
    return [
      `Say what it asks and answers: ${callsPathOf(domain)}.`,
      ...addOwnAnswer(tree, domain, `  answer(calls.${it.camel}, () => given({})),\n`, []),
      "pnpm reference",
    ];
  }
  const field = userField === undefined ? "" : `, ${it.camel}: z.number().int()`;
  addCall(tree, domain, it.camel, declaredCall(domain, it, owner, `z.object({ ...sourceSeq${field} })`), ["sourceSeq"]);
  addNowAnswer(tree, domain, it, {
    data: (value) => (userField === undefined ? "{}" : `{ ${it.camel}: ${value} }`),
    expected: userField === undefined ? "{}" : `{ ${it.camel}: 0 }`,
    userField,
  });
  return [
    `Say what it asks and answers: ${callsPathOf(domain)}; what it reads: services/core/src/questions/now.ts.`,
    "From the history instead: answers: history, and its line in services/core/src/projector/history/answers.ts.",
    "A command instead: answers: command, with command: { make, answer } in the contract.",
    "pnpm reference",
  ];
}
