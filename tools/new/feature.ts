import { spelled } from "./names.ts";
import type { Options } from "./options.ts";
import { screen } from "./screen.ts";
import type { Tree } from "./tree.ts";

/** A feature of the page: pure form, binding hook, drawing component, texts; with a path, a screen that the router opens. */
export function feature(tree: Tree, name: string, options: Options): string[] {
  if (options.path !== undefined) return screen(tree, name, options.path);
  const { kebab, camel, pascal, words } = spelled(name);
  const folder = `apps/web/src/features/${kebab}`;
  const files = {
    [`${folder}/${kebab}-form.ts`]: `/** What the trader has typed so far. Pure: what can be wrong is tested without a browser. */
export type ${pascal}Form = { readonly amount: string };
export type ${pascal}Step = { readonly type: "amount"; readonly text: string } | { readonly type: "sent" };
export type ${pascal}Problem = "amount_missing";

export const empty${pascal}Form: ${pascal}Form = { amount: "" };

export function next${pascal}Form(form: ${pascal}Form, step: ${pascal}Step): ${pascal}Form {
  switch (step.type) {
    case "amount":
      return { ...form, amount: step.text };
    case "sent":
      return empty${pascal}Form;
  }
}

export const problemsOf = (form: ${pascal}Form): ${pascal}Problem[] => (form.amount === "" ? ["amount_missing"] : []);
`,
    [`${folder}/${kebab}-form.test.ts`]: `import { expect, test } from "vitest";
import { empty${pascal}Form, next${pascal}Form, problemsOf } from "./${kebab}-form.ts";

test("a form without an amount says so, and sending empties it again", () => {
  expect(problemsOf(empty${pascal}Form)).toEqual(["amount_missing"]);
  const filled = next${pascal}Form(empty${pascal}Form, { type: "amount", text: "1.5" });
  expect(problemsOf(filled)).toEqual([]);
  expect(next${pascal}Form(filled, { type: "sent" })).toEqual(empty${pascal}Form);
});
`,
    [`${folder}/${kebab}-messages.ts`]: `import { msg } from "@lingui/core/macro";

export const m = {
  title: msg\`${words}\`,
  amount: msg\`Amount\`,
  confirm: msg\`Confirm\`,
  amount_missing: msg\`Enter an amount.\`,
};
`,
    [`${folder}/use-${kebab}.ts`]: `import { useReducer, useState } from "react";
import { empty${pascal}Form, next${pascal}Form, problemsOf } from "./${kebab}-form.ts";

/** Binds the form to what it sends. The calls of this feature are made here and nowhere else in it. */
export function use${pascal}({ onDone }: { onDone: () => void }) {
  const [form, step] = useReducer(next${pascal}Form, empty${pascal}Form);
  const [isAsked, setIsAsked] = useState(false);
  const problems = problemsOf(form);
  const confirm = () => {
    setIsAsked(problems.length > 0);
    if (problems.length > 0) return;
    step({ type: "sent" });
    onDone();
  };
  return { form, step, problems: isAsked ? problems : [], confirm };
}
`,
    [`${folder}/${kebab}.tsx`]: `import { Button, DecimalField } from "@tidemark/kit-ui";
import { useTexts } from "../../lib/i18n/texts.ts";
import { m } from "./${kebab}-messages.ts";
import { use${pascal} } from "./use-${kebab}.ts";

export function ${pascal}({ onDone }: { onDone: () => void }) {
  const t = useTexts();
  const { form, step, problems, confirm } = use${pascal}({ onDone });
  return (
    <section aria-label={t(m.title)} className="grid gap-2 p-3 text-12">
      <DecimalField
        label={t(m.amount)}
        value={form.amount}
        onChange={(text) => step({ type: "amount", text })}
        decimals={8}
        problem={problems.includes("amount_missing") ? t(m.amount_missing) : undefined}
        testId="${kebab}-amount"
      />
      <Button look="primary" size="field" onPress={confirm} data-testid="${kebab}-confirm">
        {t(m.confirm)}
      </Button>
    </section>
  );
}
`,
  };
  for (const [path, text] of Object.entries(files)) tree.create(path, text);
  return [
    `Compose <${pascal}> in a route: two features meet only in apps/web/src/routes.`,
    `Ask and answer by contract: client.call(...) belongs into use-${kebab}.ts.`,
    "pnpm texts extract collects the new texts.",
    `(${camel} is the name for code, ${kebab} for files and test ids.)`,
  ];
}
