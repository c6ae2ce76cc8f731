import { readFileSync } from "node:fs";
import { stripTypeScriptTypes } from "node:module";
import { join } from "node:path";
import { root } from "../dev/processes/root.ts";

export const verifierPath = "apps/web/public/generated/verify-funds.mjs";
const folder = "contracts/src/funds-proof";
/** In the order in which each needs those before it. */
const modules = [
  "verify-path.ts",
  "verify-file.ts",
  "keccak.ts",
  "recover-address.ts",
  "reserve-statement.ts",
  "verify-reserves.ts",
];

const opening = `// Checks a proof of funds: node verify-funds.mjs proof.json
// proof.json is the own leaf, or the reserves of a publication. The same code as in the exchange (${folder}), without its types, in one file. The check
// imports nothing; the last lines read proof.json by node:fs. Written by node tools/verifier/main.ts; see docs/proof-of-funds.md.

`;

const closing = `
async function leafLines(file) {
  const { problem } = await checkProofFile(file);
  return {
    isGood: problem === undefined,
    lines: [
      \`sequence \${file.stateSeq}, \${file.asset}, account \${file.uid}: \${file.balance} units\`,
      \`root \${file.root}, sum \${file.sum} units\`,
      problem === undefined ? "The balance is in the sum." : \`The proof is wrong: \${problem}\`,
    ],
  };
}

function reserveLines(file) {
  const checks = file.reserves.map((one) => checkReserve(file, one));
  const isGood = checks.every(({ state }) => state !== "wrong");
  const signed = checks.filter(({ state }) => state === "signed").length;
  const isTwice = checks.some(({ problem }) => problem === "listed_twice");
  const bad = isTwice ? "A reserve is listed twice." : "A signature is wrong.";
  return {
    isGood,
    lines: [
      \`sequence \${file.stateSeq}, \${new Date(file.at).toISOString()}\`,
      ...file.reserves.map(({ network, role, address, block }, at) =>
        [network, role, address, \`block \${block}\`, checks[at].state, checks[at].problem].filter((part) => part).join(" "),
      ),
      ...heldSums(file, checks).map(
        (one) => \`\${one.asset}: owed \${one.owed}, on addresses that signed \${one.signed}, on others \${one.unsigned} units\`,
      ),
      "Look up the balances at these blocks with a node or an explorer: the signatures say nothing about them.",
      isGood ? \`\${signed} signatures are right.\` : bad,
    ],
  };
}

if (process.argv[2] === undefined) {
  console.error("Usage: node verify-funds.mjs proof.json");
  console.error("proof.json is the answer of fundsProof.ownLeaf, with root and sum of the asset as they were published; or the reserves as /proof saves them.");
  process.exitCode = 2;
} else {
  const { readFileSync } = await import("node:fs");
  const file = JSON.parse(readFileSync(process.argv[2], "utf8"));
  const { isGood, lines } = file.reserves === undefined ? await leafLines(file) : reserveLines(file);
  for (const line of lines) console.log(line);
  process.exitCode = isGood ? 0 : 1;
}
`;

/** The code of a module alone. */
function codeOf(name: string): string {
  const source = readFileSync(join(root, folder, name), "utf8").replaceAll(/^import .*\n+/gm, "");
  return stripTypeScriptTypes(source)
    .replaceAll(/(?<=\S) {2,}/g, " ")
    .replaceAll(/ (?=[),])/g, "")
    .replaceAll(/[ \t]+$/gm, "")
    .replaceAll(/^ ?;$/gm, "")
    .replaceAll(/^export /gm, "")
    .replaceAll(/\n{3,}/g, "\n\n");
}

/** The verifier that anybody can read and run. */
export const verifierText = (): string => `${opening}${modules.map(codeOf).join("\n")}${closing}`;
