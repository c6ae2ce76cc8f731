import { createHash } from "node:crypto";
import { fileURLToPath } from "node:url";
import { build, type IndexHtmlTransformContext, type Plugin, type Rolldown } from "vite";
import { outlineHtml } from "./outline.ts";
import type { PageTexts } from "./page-texts.ts";
import type { PreloadList } from "../src/start/preload-list.ts";

type Bundle = NonNullable<IndexHtmlTransformContext["bundle"]>;

const source = "/src/start/first-script.ts";
/** Marks where the script is inserted into a page. */
const marker = "<!-- first script -->";
const outlineMarker = "<!-- outline -->";
/** Paths whose screens are preloaded together with the bundle. */
const pages = {
  "/": "/routes/home/home-route.tsx",
  "/spot/": "/routes/spot/spot-route.tsx",
  "/contract/usdt/": "/routes/contract/contract-route.tsx",
  "/contract/coin/": "/routes/contract/contract-route.tsx",
  "/contract/simul/": "/routes/contract/contract-route.tsx",
  "/auth/login": "/routes/sign-in/sign-in-route.tsx",
  "/auth/register/": "/routes/sign-in/register-route.tsx",
} as const;

type PartsOf = PageTexts["partsOf"];
const partsNamed = (partsOf: PartsOf, end: string): string[] =>
  [...partsOf].filter(([path]) => path.endsWith(end)).map(([, part]) => part);

const chunksOf = (bundle: Bundle): readonly Rolldown.OutputChunk[] =>
  Object.values(bundle).filter((file) => file.type === "chunk");

/** The file and everything it imports, without what the bundle loads anyway. */
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

export function preloadListOf(
  bundle: Bundle,
  entry: Rolldown.OutputChunk,
  partsOf: PartsOf,
  firstPaintIds: readonly string[],
): PreloadList {
  const brought = new Set(withImports(bundle, entry.fileName, () => false));
  const chunks = chunksOf(bundle);
  const list: { texts: string[]; pages: Record<string, PreloadList["pages"][string]> } = {
    texts: partsNamed(partsOf, "first"),
    pages: {},
  };
  for (const [path, module] of Object.entries(pages)) {
    const chunk = chunks.find(({ facadeModuleId }) => facadeModuleId?.endsWith(module));
    if (chunk === undefined) throw new Error(`first script: ${path} has no chunk of its own: ${module}`);
    const files = withImports(bundle, chunk.fileName, (name) => brought.has(`/${name}`));
    const texts = partsNamed(partsOf, module);
    list.pages[path] = path === "/" ? { files, texts, firstPaint: firstPaintIds } : { files, texts };
  }
  return list;
}

/** The Latin font. Every page preloads it, pages in other scripts too: numbers are Latin everywhere. */
function fontOf(bundle: Bundle): string {
  const name = Object.keys(bundle).find((file) => file.includes("/inter-latin-wght-normal-"));
  if (name === undefined) throw new Error("first script: the Latin font has no file");
  return name;
}

/**
 * Inserts the script that runs before the bundle. It is one plain file that blocks the first paint; the build writes into the page which
 * files each path preloads.
 */
export function firstScript({ partsOf, firstPaintIds }: Pick<PageTexts, "partsOf" | "firstPaintIds">): Plugin {
  let fileName = "";
  let isServing = false;
  return {
    name: "first-script",
    configResolved(config) {
      isServing = config.command === "serve";
    },
    async buildStart() {
      if (isServing) return;
      const root = fileURLToPath(new URL("..", import.meta.url));
      const [built] = [
        await build({
          root,
          configFile: false,
          publicDir: false,
          logLevel: "warn",
          resolve: { alias: { zod: `${root}build/schema-stub.ts` } },
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
        // Inserted before every style sheet: a plain script waits for the style sheets before it.
        if (!html.includes(marker)) throw new Error(`first script: a page has no ${marker}`);
        const outlined = html.replace(outlineMarker, () => outlineHtml);
        if (bundle === undefined || chunk === undefined)
          return outlined.replace(marker, `<script type="module" src="${source}"></script>`);
        const files = JSON.stringify(preloadListOf(bundle, chunk, partsOf, firstPaintIds)).replaceAll('"', "&quot;");
        const font = `<link rel="preload" as="font" type="font/woff2" crossorigin href="/${fontOf(bundle)}">`;
        return outlined.replace(
          marker,
          () => `<script src="/${fileName}" data-files="${files}"></script>\n    ${font}`,
        );
      },
    },
  };
}
