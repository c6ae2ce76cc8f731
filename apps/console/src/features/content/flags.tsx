import { type ContentChange, contentFlags } from "@tidemark/contracts";
import type { ConsoleAnswer } from "@tidemark/kit-client";
import { Button, Select, TextField } from "@tidemark/kit-ui";
import { useState } from "react";
import { useTexts } from "../../lib/texts.ts";
import { ChangeDialog } from "./change-dialog.tsx";
import { m } from "./content-messages.ts";

type Overview = ConsoleAnswer<"contentOverview">;
type Flag = (typeof contentFlags)[number];

/** A country of two letters, or an account. */
function changeFor(whom: string, flag: Flag): ContentChange | undefined {
  const text = whom.trim().toUpperCase();
  if (/^[A-Z]{2}$/.test(text)) return { kind: "countryFlag", country: text, flag, isOn: true };
  return /^[1-9]\d{0,14}$/.test(text) ? { kind: "userFlag", uid: Number(text), flag, isOn: true } : undefined;
}

const titleOf = (change: ContentChange): string => {
  if (change.kind === "countryFlag") return `flag ${change.flag} of ${change.country}`;
  return change.kind === "userFlag" ? `flag ${change.flag} of account ${change.uid}` : change.name;
};

type RowsProps = {
  title: string;
  rows: readonly { label: string; note: string; change: ContentChange; act: string }[];
  onAct: (change: ContentChange) => void;
};

function Rows({ title, rows, onAct }: RowsProps) {
  const t = useTexts();
  return (
    <section className="grid content-start gap-1">
      <h2 className="text-13 font-semibold">{title}</h2>
      {rows.length === 0 && <p className="text-12 text-muted">{t(m.noFlags)}</p>}
      <ul className="grid">
        {rows.map(({ label, note, change, act }) => (
          <li
            key={`${label} ${note}`}
            className="flex h-10 items-center gap-3 border-t border-line text-12"
            data-testid="flag-row"
          >
            <b className="num w-28 font-semibold">{label}</b>
            <span className="flex-1 font-mono text-11">{note}</span>
            <Button look="quiet" size="sm" onPress={() => onAct(change)}>
              {act}
            </Button>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** Who may use what is closed to others: by country, or by account where it differs. */
export function Flags({ countryFlags, userFlags }: Pick<Overview, "countryFlags" | "userFlags">) {
  const t = useTexts();
  const [whom, setWhom] = useState("");
  const [flag, setFlag] = useState<Flag>(contentFlags[0]);
  const [change, setChange] = useState<ContentChange>();
  const given = changeFor(whom, flag);
  return (
    <div className="grid max-w-180 content-start gap-6">
      <div className="flex flex-wrap items-end gap-3">
        <TextField
          label={`${t(m.country)} / ${t(m.account)}`}
          value={whom}
          onChange={setWhom}
          maxLength={15}
          testId="flag-whom"
        />
        <Select
          label={t(m.flag)}
          items={contentFlags.map((id) => ({ id, label: id }))}
          selected={flag}
          onSelect={(id) => setFlag(id as Flag)}
          testId="flag-name"
        />
        <Button
          look="primary"
          isDisabled={given === undefined}
          onPress={() => setChange(given)}
          data-testid="flag-give"
        >
          {t(m.give)}
        </Button>
      </div>
      <Rows
        title={t(m.countries)}
        rows={countryFlags.map((one) => ({
          label: one.country,
          note: one.flag,
          change: { kind: "countryFlag", ...one, isOn: false } as const,
          act: t(m.takeAway),
        }))}
        onAct={setChange}
      />
      <Rows
        title={t(m.accounts)}
        rows={userFlags.map((one) => ({
          label: String(one.uid),
          note: `${one.flag} ${t(one.isOn ? m.on : m.off)}`,
          change: { kind: "userFlag", ...one, isOn: !one.isOn } as const,
          act: t(one.isOn ? m.takeAway : m.give),
        }))}
        onAct={setChange}
      />
      {change !== undefined && (
        <ChangeDialog
          title={titleOf(change)}
          change={change}
          onClose={() => setChange(undefined)}
          onDone={() => setWhom("")}
        />
      )}
    </div>
  );
}
