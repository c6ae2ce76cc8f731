import { execFileSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("../..", import.meta.url));

/** Files of the repository, those not committed yet included. */
export const tracked: readonly string[] = execFileSync("git", ["ls-files", "-z", "-co", "--exclude-standard"], {
  cwd: root,
  encoding: "utf8",
})
  .split("\0")
  .filter((path) => existsSync(join(root, path)));

export const readDocument = (path: string): string => readFileSync(join(root, path), "utf8");

/** Decisions are records of their day; the coverage table has a check of its own. */
export const pages: readonly string[] = tracked.filter(
  (path) => /^(docs\/.*|[A-Z]+|.*\/README)[.]md$/.test(path) && !/^docs\/(decisions\/|coverage[.]md)/.test(path),
);

const roots = /^(money|contracts|engine|kit|services|apps|tests|tools|docs|deploy)\//;
const inPackage = /^(?:[\w.-]+\/)*(?:[\w.-]+\/|[\w-][\w.-]*[.](?:ts|tsx|css|cjs|sql|html))$|^[\w-]+(?:\/[\w.-]+)+$/;

/** `a/{b,c}.ts` is two paths. Braces without a comma are a placeholder. */
function expanded(path: string): string[] {
  const braces = /^([^{]*)\{([^{}]*,[^{}]*)\}(.*)$/.exec(path);
  if (braces === null) return [path];
  const [, before, choices, after] = braces;
  return choices!.split(",").flatMap((choice) => expanded(`${before}${choice}${after}`));
}

const patternOf = (path: string): RegExp =>
  new RegExp(`^${path.replaceAll(/[.]/g, "\\.").replaceAll("*", "[^/]*")}(/|$)`);

/** Paths in ticks or at the beginning of a stop of docs/paths, without symbols and line numbers. */
function pathsIn(text: string): string[] {
  const ticked = [...text.matchAll(/`([^`\n]+)`/g)].map(([, path]) => path!);
  const stops = [...text.matchAll(/^ *(?:\d+|→)? +([a-z][\w./-]+\/[\w./-]+)/gm)].map(([, path]) => path!);
  return [...ticked, ...stops].map((path) => path.replace(/#.*$/, "")).flatMap(expanded);
}

const linksIn = (text: string): string[] =>
  [...text.matchAll(/\]\(([^)\s#]+)(?:#[^)]*)?\)/g)]
    .map(([, link]) => link!)
    .filter((link) => !/^(https?:|mailto:)/.test(link));

/** The README of a package names files of its own without the package, and from some folder on. What begins with a dot is generated. */
function isInPackage(folder: string, path: string): boolean {
  const end = `/${path.replace(/\/$/, "")}`;
  return tracked.some((file) => file.startsWith(`${folder}/`) && (file.endsWith(end) || file.includes(`${end}/`)));
}

/** Paths and links of a page that name nothing. */
export function missingOn(page: string, text: string): string[] {
  const folder = dirname(page);
  const isOfPackage = page.endsWith("/README.md") && !page.startsWith("docs/");
  const paths = pathsIn(text).filter((path) => {
    if (roots.test(path)) {
      if (!/^[\w./*-]+$/.test(path)) return false;
      return path.includes("*") ? !tracked.some((file) => patternOf(path).test(file)) : !existsSync(join(root, path));
    }
    if (path.startsWith("../")) return isOfPackage && !existsSync(join(root, folder, path));
    return isOfPackage && !path.startsWith(".") && inPackage.test(path) && !isInPackage(folder, path);
  });
  const links = linksIn(text).filter((link) => !existsSync(join(root, folder, link)));
  return [...paths, ...links];
}

/** Folders directly under `src` that the README of their package does not name. */
export function foldersNotOn(page: string, text: string): string[] {
  const start = `${dirname(page)}/src/`;
  const inside = tracked.filter((path) => path.startsWith(start)).map((path) => path.slice(start.length).split("/"));
  const folders = new Set(inside.filter(({ length }) => length > 1).map(([folder]) => folder!));
  const named = new Set([...text.matchAll(/`([^`\n]+)`/g)].flatMap(([, ticked]) => ticked!.split(/[^\w-]+/)));
  return [...folders].filter((folder) => !named.has(folder));
}
