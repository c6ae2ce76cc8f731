import { globSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { calls, refusals, topics } from "@tidemark/contracts";
import { parseSync, type Plugin, Visitor } from "vite";

/** Fields of a call that only the gateway and the answering services read. A page needs the path and little else. */
const readByServers = new Set<string>([
  "ask",
  "answer",
  "refusals",
  "command",
  "owner",
  "operator",
  "answers",
  "otherwise",
  "carry",
  "rate",
  "cacheMaxAgeSeconds",
  "session",
  "robot",
  "factor",
  "apiKey",
  "keyField",
  "proof",
  "givesProofKey",
]);
/** The name of a call is needed only where a topic takes its snapshot from it. */
const snapshots = new Set<string>(Object.values(topics).map(({ snapshot }) => snapshot));
const isUsual = (field: string, value: unknown): boolean =>
  (field === "shape" && value === "envelope") || (field === "name" && !snapshots.has(value as string));
const clientPartOf = (call: object): object =>
  Object.fromEntries(
    Object.entries(call).filter(([field, value]) => !readByServers.has(field) && !isUsual(field, value)),
  );

/** All sources that may name a call: those of the page and of the client. */
export function sourcesOfPage(): string {
  const root = fileURLToPath(new URL("../../..", import.meta.url));
  return globSync(["apps/web/src/**/*.{ts,tsx}", "kit/client/src/**/*.ts"], { cwd: root })
    .filter((path) => !path.includes(".test."))
    .map((path) => readFileSync(root + path, "utf8"))
    .join("\n");
}

/**
 * The calls that the sources name, and the snapshot calls of topics. Call names are always written out, never composed, so a text search
 * finds them.
 */
export function callsNamedIn(sources: string): readonly string[] {
  return Object.entries(calls)
    .filter(([name, call]) => snapshots.has(call.name) || sources.includes(`"${name}"`))
    .map(([name]) => name);
}

/** The catalogue with every call evaluated: it imports no file of a call and leaves out calls that no page uses. */
function withPaths(source: string): string {
  const list = /export const calls = \{[\s\S]*?\n\} as const;/;
  if (!list.test(source)) throw new Error("contracts/src/catalog.ts no longer lists its calls as `calls`");
  const named = callsNamedIn(sourcesOfPage());
  const ways = Object.fromEntries(named.map((name) => [name, clientPartOf(calls[name as keyof typeof calls])]));
  return source.replace(list, () => `export const calls = ${JSON.stringify(ways)};`);
}

/** The refusals that the page handles by name. For all others it shows the message of the answer. */
export const refusalsNamedIn = (sources: string): readonly string[] =>
  Object.keys(refusals).filter((name) => new RegExp(`\\b${name}\\b`).test(sources));

/** A page needs the code of a refusal; facts and message come with the answer. */
function withNumbers(source: string): string {
  const list = /export const refusals = \{[\s\S]*?\n\} as const;/;
  if (!list.test(source)) throw new Error("contracts/src/errors.ts no longer lists its refusals as `refusals`");
  const named = refusalsNamedIn(sourcesOfPage());
  const numbers = Object.fromEntries(
    named.map((name) => [name, { code: refusals[name as keyof typeof refusals].code }]),
  );
  return source.replace(list, () => `export const refusals = ${JSON.stringify(numbers)};`);
}

/** A page needs to know how the rows of a topic are kept; how events become rows is only for the gateway. */
const ofGateway = new Set<string>(["row", "rows", "events"]);

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

/** A file of the contracts in the form that is bundled into a page. */
export function contractsOfPage(source: string, path: string): string {
  if (path.endsWith("/catalog.ts")) return withPaths(source);
  return path.endsWith("/errors.ts") ? withNumbers(source) : withoutEvents(source, path);
}

/** Strips the contracts for the page: a third of their size, with the same meaning. */
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
