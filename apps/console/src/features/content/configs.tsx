import type { ConsoleAnswer } from "@tidemark/kit-client";
import { Button, Select, Tag, TextArea } from "@tidemark/kit-ui";
import { useState } from "react";
import { useTexts } from "../../lib/texts.ts";
import { ChangeDialog } from "./change-dialog.tsx";
import { m } from "./content-messages.ts";

type Config = ConsoleAnswer<"contentOverview">["configs"][number];
const textOf = ({ body }: Config): string => JSON.stringify(body, null, 2);

/** The object that was typed, or why it is none. */
function parsed(text: string): { readonly body: Record<string, unknown> } | { readonly problem: string } {
  try {
    const body: unknown = JSON.parse(text);
    return typeof body === "object" && body !== null && !Array.isArray(body)
      ? { body: body as Record<string, unknown> }
      : { problem: "{…}" };
  } catch (error) {
    return { problem: error instanceof Error ? error.message : "?" };
  }
}

function Editor({ config }: { config: Config }) {
  const t = useTexts();
  const [text, setText] = useState(() => textOf(config));
  const [isAsking, setAsking] = useState(false);
  const typed = parsed(text);
  const isChanged = text !== textOf(config);
  return (
    <div className="grid gap-3">
      <TextArea
        label={t(m.body)}
        hint={t(m.bodyHint)}
        problem={"problem" in typed ? t(m.notJson, { problem: typed.problem }) : undefined}
        value={text}
        onChange={setText}
        rows={22}
        isCode
        testId="config-text"
      />
      <div className="flex gap-2">
        <Button
          look="primary"
          size="sm"
          isDisabled={!isChanged || "problem" in typed}
          onPress={() => setAsking(true)}
          data-testid="config-preview"
        >
          {t(m.preview)}
        </Button>
        <Button look="ghost" size="sm" isDisabled={!isChanged} onPress={() => setText(textOf(config))}>
          {t(m.reset)}
        </Button>
      </div>
      {isAsking && "body" in typed && (
        <ChangeDialog
          title={`config ${config.name}`}
          change={{ kind: "config", name: config.name, version: config.version, body: typed.body }}
          onClose={() => setAsking(false)}
        />
      )}
    </div>
  );
}

/** Files that pages start from: the shared one, and what each site has of its own. */
export function Configs({ configs }: { configs: readonly Config[] }) {
  const t = useTexts();
  const [name, setName] = useState(configs[0]?.name ?? "");
  const config = configs.find((one) => one.name === name);
  if (config === undefined) return null;
  return (
    <section className="grid content-start gap-3" aria-label={t(m.configs)}>
      <div className="flex flex-wrap items-center gap-3">
        <Select
          label={t(m.file)}
          isLabelHidden
          items={configs.map((one) => ({ id: one.name, label: one.name }))}
          selected={name}
          onSelect={setName}
          testId="config-name"
        />
        <span className="text-12 text-muted">{config.biz === "" ? t(m.shared) : t(m.ofSite, { biz: config.biz })}</span>
        <Tag>{t(m.version, { version: config.version })}</Tag>
        {config.isSeed && <Tag>{t(m.asSeeded)}</Tag>}
      </div>
      <Editor key={`${config.name} ${config.version}`} config={config} />
    </section>
  );
}
