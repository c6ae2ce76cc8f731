import { codeLength } from "@tidemark/contracts";
import { Note } from "@tidemark/kit-ui";
import { Clock } from "lucide-react";
import { sent } from "../../lib/account/ask-patiently.ts";
import { CodeField, codeMissing, NotArrived } from "../../lib/account/code-field.tsx";
import { useWords } from "../../lib/words.ts";
import { type Guards, ownChannelOf } from "../../session/guards.ts";
import { m } from "./dialog-messages.ts";

type OwnCodeProps = {
  guards: Guards;
  /** Where it is not the account's main address. */
  channel?: "email" | "sms";
  value: string;
  onChange: (code: string) => void;
  /** Something was sent: from now on what is missing is said. */
  isTold: boolean;
  problem: string | undefined;
};

/** A code to an address that the account has: it shows that its owner changes it. */
export function OwnCode({ guards, channel = ownChannelOf(guards), value, onChange, isTold, problem }: OwnCodeProps) {
  const t = useWords();
  return (
    <div className="grid gap-3">
      <CodeField
        channel={channel}
        name="own"
        label={t(m.codeTo, { address: channel === "email" ? guards.email : guards.phone })}
        value={value}
        onChange={onChange}
        send={() => sent("sendOwnCode", { channel })}
        problem={problem ?? (isTold && value.length < codeLength ? t(codeMissing[channel]) : undefined)}
      />
      <NotArrived channel={channel} />
    </div>
  );
}

/** What every change of a guard brings along. */
export function LockNote() {
  const t = useWords();
  return (
    <Note tone="warn" icon={<Clock aria-hidden size={16} />}>
      {t(m.lockNote)}
    </Note>
  );
}
