import { insertedBefore } from "./edits.ts";
import { type Spelled, spelled } from "./names.ts";
import type { Tree } from "./tree.ts";

const pathsPath = "apps/web/src/routes/paths.ts";
const routerPath = "apps/web/src/routes/router.tsx";
const titlesPath = "apps/web/src/routes/page-title-messages.ts";
const comingRulesPath = "apps/web/src/shell/menus/coming-rules.ts";

/** Which of the router's frames each kind of path belongs to. */
const frames = { page: "page", signedInPage: "page", terminal: "terminal", alone: "bare" } as const;
type PathKind = keyof typeof frames;

type Place = { readonly kind: PathKind; readonly title: string };

/** Takes the path out of those that are announced, with its title; or makes a title for a path that is new. */
function takePlace(tree: Tree, path: string, it: Spelled): Place {
  const announced = new RegExp(`^  (\\w+)\\("${path.replaceAll(/[.$]/g, "[$&]")}", m\\.(\\w+)\\),\\n`, "m");
  const coming = tree.read(pathsPath).slice(tree.read(pathsPath).indexOf("export const comingPaths"));
  const found = announced.exec(coming);
  if (found !== null) {
    if (!(found[1]! in frames)) throw new Error(`${pathsPath}: ${path} is of a kind that has no generator`);
    tree.change(pathsPath, (text) => text.replace(found[0], ""));
    const start = path.split("/$")[0]!;
    if (!coming.replace(found[0], "").includes(`("${start}`))
      tree.change(comingRulesPath, (text) => text.replace(new RegExp(`^  \\["${start}", "\\w+"\\],\\n`, "m"), ""));
    return { kind: found[1] as PathKind, title: found[2]! };
  }
  if (tree.read(pathsPath).includes(`("${path}"`)) throw new Error(`${pathsPath} has the path ${path} already`);
  if (!new RegExp(`^  ${it.camel}:`, "m").test(tree.read(titlesPath)))
    tree.change(titlesPath, (text) => insertedBefore(text, "};\n", `  ${it.camel}: msg\`${it.words}\`,\n`));
  return { kind: path.startsWith("/personal/") ? "signedInPage" : "page", title: it.camel };
}

/** The English of a page's title; used again as its heading, it is translated once. */
const englishOf = (tree: Tree, title: string): string =>
  new RegExp(`^  ${title}: msg\`([^\`]*)\``, "m").exec(tree.read(titlesPath))?.[1] ?? title;

const componentOf = ({ kebab, pascal }: Spelled): string => `import { useTexts } from "../../lib/i18n/texts.ts";
import { m } from "./${kebab}-messages.ts";

export function ${pascal}() {
  const t = useTexts();
  return (
    <section className="grid gap-3" data-testid="${kebab}">
      <h1 className="text-28 font-semibold tracking-[-0.02em]">{t(m.title)}</h1>
      <p className="max-w-[52ch] text-14 text-muted">{t(m.lead)}</p>
    </section>
  );
}
`;

const routeOf = ({ kebab, pascal }: Spelled, isPersonal: boolean): string => {
  const up = isPersonal ? "../.." : "..";
  const [open, close] = isPersonal
    ? ["<PersonalFrame>", "</PersonalFrame>"]
    : ['<main className="wrap grid content-start pt-8 pb-20">', "</main>"];
  return `import { ${pascal} } from "${up}/features/${kebab}/${kebab}.tsx";
${isPersonal ? 'import { PersonalFrame } from "./personal-frame.tsx";\n' : ""}
export function ${pascal}Route() {
  return (
    ${open}
      <${pascal} />
    ${close}
  );
}
`;
};

/** A screen at a path: feature, texts, route, path and the router's entry. */
export function screen(tree: Tree, name: string, path: string): string[] {
  const it = spelled(name);
  if (!/^(\/[\w$-]+)+$/.test(path)) throw new Error(`"${path}" is not a path such as /personal/coupon`);
  const { kind, title } = takePlace(tree, path, it);
  const isPersonal = path.startsWith("/personal/");
  const folder = `apps/web/src/features/${it.kebab}`;
  const route = `${isPersonal ? "personal/" : ""}${it.kebab}-route.tsx`;
  tree.create(
    `${folder}/${it.kebab}-messages.ts`,
    `import { msg } from "@lingui/core/macro";

export const m = {
  title: msg\`${englishOf(tree, title)}\`,
  lead: msg\`What you find here.\`,
};
`,
  );
  tree.create(`${folder}/${it.kebab}.tsx`, componentOf(it));
  tree.create(`apps/web/src/routes/${route}`, routeOf(it, isPersonal));
  tree.change(pathsPath, (text) =>
    insertedBefore(text, "};\n", `  ${it.camel}: ${kind}("${path}", m.${title}),\n`, "export const builtPaths"),
  );
  const entry = `const ${it.camel} = createRoute({
  getParentRoute: () => ${frames[kind]},
  path: builtPaths.${it.camel}.path,
  ...of(builtPaths.${it.camel}),
  component: lazyRouteComponent(() => import("./${route}"), "${it.pascal}Route"),
});

`;
  tree.change(routerPath, (text) => {
    const declared = insertedBefore(text, "const coming = (frame: Frame)", entry);
    return insertedBefore(declared, `...coming("${frames[kind]}")`, `${it.camel}, `, "routeTree:");
  });
  return [
    `Write its texts in ${folder}/${it.kebab}-messages.ts and what it shows in ${it.kebab}.tsx.`,
    "pnpm texts extract, then for each language: pnpm texts missing <tag>, pnpm texts merge <tag> <file>.",
    "What the user sees and does has a test in tests/e2e.",
  ];
}
