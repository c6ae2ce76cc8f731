import { createHash } from "node:crypto";
import { fileURLToPath } from "node:url";
import { build, type IndexHtmlTransformContext, type Plugin, type Rolldown } from "vite";
import type { PageWords } from "./page-words.ts";
import type { FirstFiles } from "./src/start/first-files.ts";

type Bundle = NonNullable<IndexHtmlTransformContext["bundle"]>;

const source = "/src/start/first.ts";
/** Where it stands in a page. */
const place = "<!-- first script -->";
/** Addresses whose screens begin their way together with the bundle. */
const pages = {
  "/": "/routes/home/home-route.tsx",
  "/spot/": "/routes/spot/spot-route.tsx",
  "/auth/login": "/routes/auth/login-route.tsx",
  "/auth/register/": "/routes/auth/register-route.tsx",
} as const;

type PartsOf = PageWords["partsOf"];
const partsNamed = (partsOf: PartsOf, end: string): string[] =>
  [...partsOf].filter(([path]) => path.endsWith(end)).map(([, part]) => part);

const chunksOf = (bundle: Bundle): readonly Rolldown.OutputChunk[] =>
  Object.values(bundle).filter((file) => file.type === "chunk");

/** The file and all that it imports, but for what the bundle brings anyway. */
function withImports(bundle: Bundle, fileName: string, isBrought: (name: string) => boolean): string[] {
  const found = new Set<string>();
  const visit = (name: string): void => {
    if (found.has(name) || isBrought(name)) return;
    found.add(name);
    const file = bundle[name];
    if (file?.type === "chunk") file.imports.forEach(visit);
  };
  visit(fileName);
  return [...found].map((name) => `/${name}`);
}

export function firstFilesOf(
  bundle: Bundle,
  entry: Rolldown.OutputChunk,
  partsOf: PartsOf,
  saidFirst: readonly string[],
): FirstFiles {
  const brought = new Set(withImports(bundle, entry.fileName, () => false));
  const chunks = chunksOf(bundle);
  const list: { words: string[]; pages: Record<string, FirstFiles["pages"][string]> } = {
    words: partsNamed(partsOf, "first"),
    pages: {},
  };
  for (const [path, module] of Object.entries(pages)) {
    const chunk = chunks.find(({ facadeModuleId }) => facadeModuleId?.endsWith(module));
    if (chunk === undefined) throw new Error(`the screen of ${path} has no file of its own: ${module}`);
    const files = withImports(bundle, chunk.fileName, (name) => brought.has(`/${name}`));
    const words = partsNamed(partsOf, module);
    list.pages[path] = path === "/" ? { files, words, says: saidFirst } : { files, words };
  }
  return list;
}

/** The letters that every page is written in, also those whose words come from a companion: numbers are Latin everywhere. */
function fontOf(bundle: Bundle): string {
  const name = Object.keys(bundle).find((file) => file.includes("/inter-latin-wght-normal-"));
  if (name === undefined) throw new Error("the font of the page has no file");
  return name;
}

/**
 * The script that runs before the bundle has come. It stands alone, as one plain file that the first paint waits for, and is told by
 * the build which files the address will need.
 */
export function firstScript({ partsOf, saidFirst }: Pick<PageWords, "partsOf" | "saidFirst">): Plugin {
  let fileName = "";
  let isServing = false;
  return {
    name: "first-script",
    configResolved(config) {
      isServing = config.command === "serve";
    },
    async buildStart() {
      if (isServing) return;
      const root = fileURLToPath(new URL(".", import.meta.url));
      const [built] = [
        await build({
          root,
          configFile: false,
          publicDir: false,
          logLevel: "warn",
          resolve: { alias: { zod: `${root}schema-stand-in.ts` } },
          build: {
            write: false,
            lib: { entry: `${root}${source}`, formats: ["iife"], name: "first" },
            minify: true,
            rolldownOptions: {
              treeshake: { moduleSideEffects: [`${root}${source.slice(1)}`], manualPureFunctions: ["z"] },
            },
          },
        }),
      ].flat() as Rolldown.RolldownOutput[];
      const { code } = built!.output[0];
      fileName = `assets/before-${createHash("sha256").update(code).digest("base64url").slice(0, 8)}.js`;
      this.emitFile({ type: "asset", fileName, source: code });
    },
    transformIndexHtml: {
      order: "post",
      handler(html, { bundle, chunk }) {
        // Before every style: a plain script waits for those that stand before it.
        if (!html.includes(place)) throw new Error(`a page has no ${place}`);
        if (bundle === undefined || chunk === undefined)
          return html.replace(place, `<script type="module" src="${source}"></script>`);
        const files = JSON.stringify(firstFilesOf(bundle, chunk, partsOf, saidFirst)).replaceAll('"', "&quot;");
        const font = `<link rel="preload" as="font" type="font/woff2" crossorigin href="/${fontOf(bundle)}">`;
        return html.replace(place, () => `<script src="/${fileName}" data-files="${files}"></script>\n    ${font}`);
      },
    },
  };
}
