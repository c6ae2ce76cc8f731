import { createHash } from "node:crypto";
import { existsSync, readFileSync } from "node:fs";
import { basename, dirname, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { languages } from "@tidemark/contracts";
import { parseSync, type Plugin, type Rolldown } from "vite";
import { wordFileOf } from "./src/lib/word-file-of.ts";

const root: string = fileURLToPath(new URL(".", import.meta.url));
const inSource = (path: string): string => resolve(root, "src", path);
/** What the page begins with, whichever its address. */
const entries = [inSource("main.tsx"), inSource("mobile.tsx")];
const wordFiles = inSource("lib/word-files.ts");
const heroMessages = inSource("features/home/hero-messages.ts");
const languagesFile = inSource("lib/languages.ts");

type Later = { readonly path: string; readonly start: number; readonly end: number };
type Imports = { readonly still: readonly string[]; readonly later: readonly Later[] };

/** The files of ours that a file imports: at once, and when it needs them. */
export function importsOf(path: string, source: string): Imports {
  const { module } = parseSync(path, source);
  const ours = (name: string): string[] => {
    const target = name.startsWith(".") ? resolve(dirname(path), name) : "";
    return /\.tsx?$/.test(target) && existsSync(target) ? [target] : [];
  };
  const reexported = module.staticExports.flatMap((one) => one.entries.map(({ moduleRequest }) => moduleRequest));
  const requests = [...module.staticImports.map(({ moduleRequest }) => moduleRequest), ...reexported];
  return {
    still: requests.flatMap((request) => (request === null ? [] : ours(request.value))),
    later: module.dynamicImports.flatMap(({ start, end, moduleRequest }) =>
      ours(source.slice(moduleRequest.start + 1, moduleRequest.end - 1)).map((target) => ({
        path: target,
        start,
        end,
      })),
    ),
  };
}

/** All files of ours that these bring along at once. */
function closureOf(paths: readonly string[]): Set<string> {
  const seen = new Set<string>();
  const visit = (path: string): void => {
    if (seen.has(path)) return;
    seen.add(path);
    importsOf(path, readFileSync(path, "utf8")).still.forEach(visit);
  };
  paths.forEach(visit);
  return seen;
}

/** The messages that are written in these files, as the build names them. */
async function idsIn(context: Rolldown.PluginContext, files: ReadonlySet<string>): Promise<Set<string>> {
  const writing = [...files].filter((file) => readFileSync(file, "utf8").includes("@lingui/core/macro"));
  const codes = await Promise.all(writing.map(async (id) => (await context.load({ id })).code ?? ""));
  return new Set(codes.flatMap((code) => [...code.matchAll(/\bid: ?["'`]([^"'`]+)["'`]/g)].map(([, id]) => id!)));
}

/** What a compiled catalogue says, as JSON, of these messages. */
async function picked(code: string, ids: ReadonlySet<string>): Promise<string> {
  const { messages } = (await import(`data:text/javascript,${encodeURIComponent(code)}`)) as { messages: object };
  return JSON.stringify(Object.fromEntries(Object.entries(messages).filter(([id]) => ids.has(id))));
}

export type PageWords = Plugin & {
  /** The parts whose words were left apart, by what brings them. */
  readonly partsOf: ReadonlyMap<string, string>;
  /** The messages that stand before the bundle has come, in the order in which they are written. */
  readonly saidFirst: readonly string[];
};

/**
 * Words travel with the parts that say them. A page begins with the words that every page says; what is fetched later brings its own
 * along, in the language that is spoken. In development every word is there from the beginning.
 */
export function pageWords(): PageWords {
  /** By the file that is imported later, and under the name of the first words: the name of the part. */
  const partsOf = new Map<string, string>();
  const saidFirst: string[] = [];

  /** Leaves the words of a part in every language and tells its name; undefined where it has none. */
  async function leave(context: Rolldown.PluginContext, name: string, files: ReadonlySet<string>) {
    const ids = await idsIn(context, files);
    if (ids.size === 0) return undefined;
    const texts = await Promise.all(
      languages.map(async ({ tag }) => {
        const { code } = await context.load({ id: resolve(root, `locales/${tag}.po`) });
        return { tag, text: await picked(code!, ids) };
      }),
    );
    const hash = createHash("sha256").update(texts.map(({ text }) => text).join("\n"));
    const part = `${name}-${hash.digest("base64url").slice(0, 8)}`;
    for (const { tag, text } of texts)
      context.emitFile({ type: "asset", fileName: wordFileOf(part, tag).slice(1), source: text });
    return part;
  }

  return {
    name: "page-words",
    apply: "build",
    enforce: "pre",
    partsOf,
    saidFirst,
    transform: {
      filter: { id: /\/apps\/web\/src\/.*\.tsx?$/ },
      async handler(source, id) {
        if (id === wordFiles) {
          const part = await leave(this, "first", closureOf(entries));
          partsOf.set("first", part!);
          saidFirst.splice(0, saidFirst.length, ...(await idsIn(this, new Set([heroMessages]))));
          return { code: source.replace('"first"', `"${part}"`), map: null };
        }
        if (!source.includes("import(")) return undefined;
        const said = closureOf([...entries, id]);
        let code = source;
        for (const { path, start, end } of importsOf(id, source).later.toReversed()) {
          const unsaid = new Set([...closureOf([path])].filter((file) => !said.has(file)));
          const part = await leave(this, basename(path).replace(/\.tsx?$/, ""), unsaid);
          if (part === undefined) continue;
          partsOf.set(path, part);
          code = `${code.slice(0, start)}bringWords("${part}", ${code.slice(start, end)})${code.slice(end)}`;
        }
        return code === source
          ? undefined
          : { code: `import { bringWords } from "${languagesFile}";${code}`, map: null };
      },
    },
  };
}
