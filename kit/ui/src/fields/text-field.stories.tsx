import { Search } from "lucide-react";
import { useState } from "react";
import { useStoryTexts } from "../../workshop/texts.ts";
import { Button } from "../buttons/button.tsx";
import { PasswordField } from "./password-field.tsx";
import { TextArea } from "./text-area.tsx";
import { FieldLine, TextField, type TextFieldProps } from "./text-field.tsx";

export default { title: "Fields/Text and password" };

function StatefulField({ start, ...props }: Omit<TextFieldProps, "value" | "onChange"> & { start: string }) {
  const [text, setText] = useState(start);
  return <TextField {...props} value={text} onChange={setText} />;
}

function Password({ start, problem, action }: { start: string; problem?: string; action?: React.ReactNode }) {
  const t = useStoryTexts();
  const [text, setText] = useState(start);
  return (
    <PasswordField
      label={t.password}
      value={text}
      onChange={setText}
      autoComplete="current-password"
      showLabel={t.show}
      hideLabel={t.hide}
      problem={problem}
      action={action}
    />
  );
}

function Lines({ start, problem }: { start: string; problem?: string }) {
  const t = useStoryTexts();
  const [text, setText] = useState(start);
  return <TextArea label={t.security} value={text} onChange={setText} isCode hint={t.nicknameHint} problem={problem} />;
}

function Fields() {
  const t = useStoryTexts();
  const forgot = (
    <a href="#forgot" className="font-medium text-brand">
      {t.forgot}
    </a>
  );
  return (
    <div className="grid gap-5 w768:grid-cols-2 w1200:grid-cols-3">
      <StatefulField label={t.email} start="" placeholder="name@example.com" autoComplete="username" />
      <StatefulField label={t.email} start="maren@example.com" />
      <Password start="Tidemark!2026" action={forgot} />
      <Password start="Tidemark2025" problem={t.passwordsDiffer} />
      <StatefulField label={t.nickname} start="ebb_and_flow" countMax={25} clearLabel={t.clear} hint={t.nicknameHint} />
      <StatefulField label={t.nickname} start="the_one_who_counts_the_waves" countMax={25} clearLabel={t.clear} />
      <StatefulField label={t.code} start="407213">
        <FieldLine />
        <Button look="link" size="sm" className="-me-2">
          {t.confirm}
        </Button>
      </StatefulField>
      <StatefulField
        label={t.search}
        start=""
        placeholder={t.search}
        prefix={<Search aria-hidden size={16} className="text-muted" />}
      />
      <Lines start={"203.0.113.14\n198.51.100.0/28"} />
      <Lines start="203.0.113" problem={t.passwordsDiffer} />
      <StatefulField label={t.referral} start="TIDE-2026" isDisabled hint={t.nicknameHint} />
    </div>
  );
}

export const Page = { render: () => <Fields /> };
export const Terminal = { parameters: { density: "terminal" }, render: () => <Fields /> };
