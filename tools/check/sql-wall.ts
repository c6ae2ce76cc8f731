import { existsSync, globSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

const platformPath = "services/platform/src";
/** Schemas of the core. No module may name them either. */
const coreSchemas = ["journal", "history", "funds_proof"] as const;
const statement = /\b(select|insert|update|delete|from|join|into|table|view|index|references)\b/i;

const schemaOf = (module: string): string => module.replaceAll("-", "_");

/** Strings and template texts of a source file, without what stands in `${…}` and in comments. */
function textsOf(source: string): string[] {
  const texts: string[] = [];
  const tokens = /\/\*[\s\S]*?\*\/|\/\/[^\n]*|"((?:\\.|[^"\\\n])*)"|'((?:\\.|[^'\\\n])*)'|`/g;
  for (let match = tokens.exec(source); match !== null; match = tokens.exec(source)) {
    const [token, double, single] = match;
    if (token !== "`") {
      const text = double ?? single;
      if (text !== undefined) texts.push(text);
      continue;
    }
    const { text, inner, end } = templateAt(source, tokens.lastIndex);
    texts.push(text, ...inner.flatMap(textsOf));
    tokens.lastIndex = end;
  }
  return texts;
}

/** The template that begins at `start`: its own text, the code between its braces, and where it ends. */
function templateAt(source: string, start: number): { text: string; inner: string[]; end: number } {
  let text = "";
  const inner: string[] = [];
  let at = start;
  while (at < source.length && source[at] !== "`") {
    if (source[at] === "\\") at += 2;
    else if (source.startsWith("${", at)) {
      const end = braceEnd(source, at + 2);
      inner.push(source.slice(at + 2, end));
      text += " ? ";
      at = end + 1;
    } else {
      text += source[at];
      at += 1;
    }
  }
  return { text, inner, end: at + 1 };
}

function braceEnd(source: string, start: number): number {
  let depth = 1;
  let at = start;
  while (at < source.length) {
    if (source[at] === "`") at = templateAt(source, at + 1).end;
    else {
      if (source[at] === "{") depth += 1;
      if (source[at] === "}") depth -= 1;
      if (depth === 0) return at;
      at += 1;
    }
  }
  return at;
}

/** Folders with migrations are modules. */
const modulesIn = (root: string): string[] =>
  readdirSync(join(root, platformPath)).filter((name) => existsSync(join(root, platformPath, name, "migrations")));

/** Every `schema.table` of a foreign schema in a module's statements and migrations, as `file: schema.table`. */
export function foreignTables(root: string): string[] {
  const modules = modulesIn(root);
  const schemas = [...modules.map(schemaOf), ...coreSchemas];
  return modules.flatMap((module) => {
    const foreign = schemas.filter((schema) => schema !== schemaOf(module));
    const named = new RegExp(`(?<![\\w.])(?:${foreign.join("|")})\\.[a-z_]+`, "g");
    const files = globSync(`${platformPath}/${module}/**/*.{ts,sql}`, { cwd: root }).filter(
      (file) => !/[.]test[.]ts$/.test(file),
    );
    return files.toSorted().flatMap((file) => {
      const source = readFileSync(join(root, file), "utf8");
      const texts = file.endsWith(".sql") ? [source.replaceAll(/--[^\n]*/g, "")] : textsOf(source);
      return texts
        .filter((text) => statement.test(text))
        .flatMap((text) => [...text.matchAll(named)].map(([table]) => `${file}: ${table}`));
    });
  });
}
