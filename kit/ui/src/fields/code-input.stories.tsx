import { useEffect, useRef, useState } from "react";
import { useStoryWords } from "../../workshop/words.ts";
import { CodeInput, type CodeInputProps } from "./code-input.tsx";

export default { title: "Fields/Code" };

function Held({ start, ...props }: Partial<CodeInputProps> & { start: string }) {
  const t = useStoryWords();
  const [code, setCode] = useState(start);
  return <CodeInput label={t.code} value={code} onChange={setCode} {...props} />;
}

function Codes() {
  const t = useStoryWords();
  const first = useRef<HTMLInputElement>(null);
  useEffect(() => first.current?.focus(), []);
  return (
    <div className="grid max-w-95 gap-6">
      <Held start="407" inputRef={first} hint={t.nicknameHint} />
      <Held start="" />
      <Held start="407213" problem={t.codeWrong} />
      <Held start="407213" isDisabled />
    </div>
  );
}

export const States = { render: () => <Codes /> };
