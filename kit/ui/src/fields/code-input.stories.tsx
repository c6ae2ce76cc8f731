import { useEffect, useRef, useState } from "react";
import { useStoryTexts } from "../../workshop/texts.ts";
import { CodeInput, type CodeInputProps } from "./code-input.tsx";

export default { title: "Fields/Code" };

function StatefulField({ start, ...props }: Partial<CodeInputProps> & { start: string }) {
  const t = useStoryTexts();
  const [code, setCode] = useState(start);
  return <CodeInput label={t.code} value={code} onChange={setCode} {...props} />;
}

function Codes() {
  const t = useStoryTexts();
  const first = useRef<HTMLInputElement>(null);
  useEffect(() => first.current?.focus(), []);
  return (
    <div className="grid max-w-95 gap-6">
      <StatefulField start="407" inputRef={first} hint={t.nicknameHint} />
      <StatefulField start="" />
      <StatefulField start="407213" problem={t.codeWrong} />
      <StatefulField start="407213" isDisabled />
    </div>
  );
}

export const States = { render: () => <Codes /> };
