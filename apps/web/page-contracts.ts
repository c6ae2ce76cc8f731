import { globSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { calls, refusals, topics } from "@tidemark/contracts";
import { parseSync, type Plugin, Visitor } from "vite";

/** Of a call a page needs to know the way to it. What only the gateway and the owners read stays at home. */
const readByServers = new Set<string>([
  "ask",
  "answer",
  "refusals",
  "command",
  "owner",
  "answers",
  "otherwise",
  "carry",
  "rate",
  "cacheMaxAgeSeconds",
  "session",
  "robot",
  "factor",
  "program",
  "keyField",
  "proof",
  "givesProofKey",
]);
/** The name of a call is asked for only where a topic takes its snapshot from it. */
const snapshots = new Set<string>(Object.values(topics).map(({ snapshot }) => snapshot));
const isUsual = (field: string, value: unknown): boolean =>
  (field === "shape" && value === "envelope") || (field === "name" && !snapshots.has(value as string));
const wayTo = (call: object): object =>
  Object.fromEntries(
    Object.entries(call).filter(([field, value]) => !readByServers.has(field) && !isUsual(field, value)),
  );

/** Everything that a page may say: its own sources and the client's. */
export function sourcesOfPage(): string {
  const house = fileURLToPath(new URL("../..", import.meta.url));
  return globSync(["apps/web/src/**/*.{ts,tsx}", "kit/client/src/**/*.ts"], { cwd: house })
    .filter((path) => !path.includes(".test."))
    .map((path) => readFileSync(house + path, "utf8"))
    .join("\n");
}

/** The calls that a page names, and those that it would take a topic's snapshot from. Names are written out: a call is never put together. */
export function callsNamedIn(sources: string): readonly string[] {
  return Object.entries(calls)
    .filter(([name, call]) => snapshots.has(call.name) || sources.includes(`"${name}"`))
    .map(([name]) => name);
}

/** The catalogue with every call evaluated: none of their files comes along, and no call that no page asks. */
function withWays(source: string): string {
  const list = /export const calls = \{[\s\S]*?\n\} as const;/;
  if (!list.test(source)) throw new Error("contracts/src/catalog.ts no longer lists its calls as `calls`");
  const named = callsNamedIn(sourcesOfPage());
  const ways = Object.fromEntries(named.map((name) => [name, wayTo(calls[name as keyof typeof calls])]));
  return source.replace(list, () => `export const calls = ${JSON.stringify(ways)};`);
}

/** The refusals that a page does something about. Of all others it shows the sentence that came with the answer. */
export const refusalsNamedIn = (sources: string): readonly string[] =>
  Object.keys(refusals).filter((name) => new RegExp(`\\b${name}\\b`).test(sources));

/** Of a refusal a page needs its number; its facts come with the answer, its sentence too. */
function withNumbers(source: string): string {
  const list = /export const refusals = \{[\s\S]*?\n\} as const;/;
  if (!list.test(source)) throw new Error("contracts/src/errors.ts no longer lists its refusals as `refusals`");
  const named = refusalsNamedIn(sourcesOfPage());
  const numbers = Object.fromEntries(
    named.map((name) => [name, { code: refusals[name as keyof typeof refusals].code }]),
  );
  return source.replace(list, () => `export const refusals = ${JSON.stringify(numbers)};`);
}

/** Of a topic a page needs how rows are kept. How events become rows is the gateway's. */
const ofGateway = new Set<string>(["row", "rows", "hears"]);

function withoutEvents(source: string, path: string): string {
  const cuts: { readonly start: number; readonly end: number }[] = [];
  new Visitor({
    CallExpression({ callee, arguments: [topic] }) {
      if (callee.type !== "Identifier" || callee.name !== "defineTopic" || topic?.type !== "ObjectExpression") return;
      for (const field of topic.properties)
        if (field.type === "Property" && field.key.type === "Identifier" && ofGateway.has(field.key.name))
          cuts.push({ start: field.start, end: source.indexOf(",", field.end) + 1 });
    },
  }).visit(parseSync(path, source).program);
  return cuts.toReversed().reduce((rest, { start, end }) => rest.slice(0, start) + rest.slice(end), source);
}

/** A file of the contracts as a page takes it along. */
export function contractsOfPage(source: string, path: string): string {
  if (path.endsWith("/catalog.ts")) return withWays(source);
  return path.endsWith("/errors.ts") ? withNumbers(source) : withoutEvents(source, path);
}

/** The contracts as a built page takes them along: a third of their weight, nothing of their meaning. */
export function pageContracts(): Plugin {
  return {
    name: "page-contracts",
    apply: "build",
    enforce: "pre",
    transform: {
      filter: { id: /\/contracts\/src\/(catalog|errors|.*topics)\.ts$/ },
      handler(source, id) {
        return { code: contractsOfPage(source, id), map: null };
      },
    },
  };
}
