import { createHash } from "node:crypto";
import { existsSync, readFileSync } from "node:fs";
import { basename, dirname, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { languages } from "@tidemark/contracts";
import { parseSync, type Plugin, type Rolldown } from "vite";
import { textFilePathOf } from "../src/lib/i18n/text-file-path.ts";

const root: string = fileURLToPath(new URL("..", import.meta.url));
const inSource = (path: string): string => resolve(root, "src", path);
/** The entries; every page loads what they import, whatever its path. */
const entries = [inSource("main.tsx"), inSource("mobile.tsx")];
const textFiles = inSource("lib/i18n/text-files.ts");
const heroMessages = inSource("features/home/hero/hero-messages.ts");
const languagesFile = inSource("lib/i18n/languages.ts");

type DynamicImport = { readonly path: string; readonly start: number; readonly end: number };
type Imports = { readonly staticImports: readonly string[]; readonly dynamicImports: readonly DynamicImport[] };

/** The project files that a file imports, statically and dynamically. */
export function importsOf(path: string, source: string): Imports {
  const { module } = parseSync(path, source);
  const ours = (name: string): string[] => {
    const target = name.startsWith(".") ? resolve(dirname(path), name) : "";
    return /\.tsx?$/.test(target) && existsSync(target) ? [target] : [];
  };
  const reexported = module.staticExports.flatMap((one) => one.entries.map(({ moduleRequest }) => moduleRequest));
  const requests = [...module.staticImports.map(({ moduleRequest }) => moduleRequest), ...reexported];
  return {
    staticImports: requests.flatMap((request) => (request === null ? [] : ours(request.value))),
    dynamicImports: module.dynamicImports.flatMap(({ start, end, moduleRequest }) =>
      ours(source.slice(moduleRequest.start + 1, moduleRequest.end - 1)).map((target) => ({
        path: target,
        start,
        end,
      })),
    ),
  };
}

/** All project files that these import statically, directly or not. */
function closureOf(paths: readonly string[]): Set<string> {
  const seen = new Set<string>();
  const visit = (path: string): void => {
    if (seen.has(path)) return;
    seen.add(path);
    importsOf(path, readFileSync(path, "utf8")).staticImports.forEach(visit);
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

/** The given messages of a compiled catalogue, as JSON. */
async function picked(code: string, ids: ReadonlySet<string>): Promise<string> {
  const { messages } = (await import(`data:text/javascript,${encodeURIComponent(code)}`)) as { messages: object };
  return JSON.stringify(Object.fromEntries(Object.entries(messages).filter(([id]) => ids.has(id))));
}

export type PageTexts = Plugin & {
  /** The text part of each dynamically imported file, by its path. */
  readonly partsOf: ReadonlyMap<string, string>;
  /** The messages of the static first paint, in source order. */
  readonly firstPaintIds: readonly string[];
};

/**
 * Splits the texts by part. A page starts with the texts that every page uses; each lazily loaded part loads its own texts in the current
 * language. In development all texts are loaded at once.
 */
export function pageTexts(): PageTexts {
  /** Part names by dynamically imported file; "first" is the part of every page. */
  const partsOf = new Map<string, string>();
  const firstPaintIds: string[] = [];

  /** Writes the texts of a part in every language and returns the part's name; undefined if the part has no texts. */
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
      context.emitFile({ type: "asset", fileName: textFilePathOf(part, tag).slice(1), source: text });
    return part;
  }

  return {
    name: "page-words",
    apply: "build",
    enforce: "pre",
    partsOf,
    firstPaintIds,
    transform: {
      filter: { id: /\/apps\/web\/src\/.*\.tsx?$/ },
      async handler(source, id) {
        if (id === textFiles) {
          const part = await leave(this, "first", closureOf(entries));
          partsOf.set("first", part!);
          firstPaintIds.splice(0, firstPaintIds.length, ...(await idsIn(this, new Set([heroMessages]))));
          return { code: source.replace('"first"', `"${part}"`), map: null };
        }
        if (!source.includes("import(")) return undefined;
        const loadedFiles = closureOf([...entries, id]);
        let code = source;
        for (const { path, start, end } of importsOf(id, source).dynamicImports.toReversed()) {
          const newFiles = new Set([...closureOf([path])].filter((file) => !loadedFiles.has(file)));
          const part = await leave(this, basename(path).replace(/\.tsx?$/, ""), newFiles);
          if (part === undefined) continue;
          partsOf.set(path, part);
          code = `${code.slice(0, start)}withTexts("${part}", ${code.slice(start, end)})${code.slice(end)}`;
        }
        return code === source
          ? undefined
          : { code: `import { withTexts } from "${languagesFile}";${code}`, map: null };
      },
    },
  };
}
