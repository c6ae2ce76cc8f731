import type { ContentChange } from "@tidemark/contracts";
import type { ConsoleAnswer } from "@tidemark/kit-client";
import { Button, Tag, TextArea } from "@tidemark/kit-ui";
import { useState } from "react";
import { useTexts } from "../../lib/texts.ts";
import { ChangeDialog } from "./change-dialog.tsx";
import { m } from "./content-messages.ts";

type Trial = ConsoleAnswer<"contentOverview">["strategies"][number];

const weightsText = ({ variants }: Trial): string => variants.map(({ name, weight }) => `${name} ${weight}`).join("\n");

/** Undefined where a line is no name with a weight. */
function weightsIn(text: string): Trial["variants"] | undefined {
  const lines = text.split("\n").filter((line) => line.trim() !== "");
  const read = lines.map((line) => /^([\w-]{1,48})\s+(\d{1,4})$/.exec(line.trim()));
  return read.length === 0 || read.includes(null)
    ? undefined
    : read.map((found) => ({ name: found![1]!, weight: Number(found![2]) }));
}

function TrialRow({ trial }: { trial: Trial }) {
  const t = useTexts();
  const { name, variants, isRunning } = trial;
  const [text, setText] = useState(() => weightsText(trial));
  const [change, setChange] = useState<ContentChange>();
  const typed = weightsIn(text);
  const isChanged = text.trim() !== weightsText(trial);
  return (
    <li className="grid gap-3 rounded-panel border border-line p-4" data-testid="trial">
      <div className="flex items-center gap-3">
        <b className="font-mono text-13">{name}</b>
        <Tag tone={isRunning ? "brand" : "neutral"}>{t(isRunning ? m.running : m.stopped)}</Tag>
        <span className="flex-1" />
        <Button
          look="ghost"
          size="sm"
          onPress={() => setChange({ kind: "strategy", name, variants, isRunning: !isRunning })}
          data-testid="trial-switch"
        >
          {t(isRunning ? m.stop : m.start)}
        </Button>
      </div>
      <TextArea label={t(m.weights)} hint={t(m.weightsHint)} value={text} onChange={setText} rows={3} isCode />
      <Button
        look="quiet"
        size="sm"
        className="justify-self-start"
        isDisabled={!isChanged || typed === undefined}
        onPress={() => typed !== undefined && setChange({ kind: "strategy", name, variants: typed, isRunning })}
      >
        {t(m.edit)}
      </Button>
      {change !== undefined && (
        <ChangeDialog title={`strategy ${name}`} change={change} onClose={() => setChange(undefined)} />
      )}
    </li>
  );
}

export function Trials({ strategies }: { strategies: readonly Trial[] }) {
  const t = useTexts();
  return (
    <ul className="grid max-w-180 content-start gap-3" aria-label={t(m.trials)}>
      {strategies.map((trial) => (
        <TrialRow key={`${trial.name} ${weightsText(trial)} ${trial.isRunning}`} trial={trial} />
      ))}
    </ul>
  );
}
