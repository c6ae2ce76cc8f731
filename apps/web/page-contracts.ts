import { calls } from "@tidemark/contracts";
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
]);
const wayTo = (call: object): object =>
  Object.fromEntries(Object.entries(call).filter(([field]) => !readByServers.has(field)));

/** The catalogue with every call evaluated: none of their files comes along. */
function withWays(source: string): string {
  const list = /export const calls = \{[\s\S]*?\n\} as const;/;
  if (!list.test(source)) throw new Error("contracts/src/catalog.ts no longer lists its calls as `calls`");
  const ways = Object.fromEntries(Object.entries(calls).map(([name, call]) => [name, wayTo(call)]));
  return source.replace(list, () => `export const calls = ${JSON.stringify(ways)};`);
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
export const contractsOfPage = (source: string, path: string): string =>
  path.endsWith("/catalog.ts") ? withWays(source) : withoutEvents(source, path);

/** The contracts as a built page takes them along: a third of their weight, nothing of their meaning. */
export function pageContracts(): Plugin {
  return {
    name: "page-contracts",
    apply: "build",
    enforce: "pre",
    transform: {
      filter: { id: /\/contracts\/src\/(catalog|.*topics)\.ts$/ },
      handler(source, id) {
        return { code: contractsOfPage(source, id), map: null };
      },
    },
  };
}
