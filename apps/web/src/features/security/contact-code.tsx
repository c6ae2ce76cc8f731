import { codeLength } from "@tidemark/contracts";
import { Note } from "@tidemark/kit-ui";
import { Clock } from "lucide-react";
import { sent } from "../../session/credentials/retry-busy.ts";
import { CodeField, codeMissing, NotArrived } from "../../session/credentials/code-field.tsx";
import { useTexts } from "../../lib/i18n/texts.ts";
import { type SecuritySettings, codeChannelOf } from "../../session/security-settings.ts";
import { m } from "./dialog-messages.ts";

type ContactCodeProps = {
  security: SecuritySettings;
  /** If it is not the account's main contact. */
  channel?: "email" | "sms";
  value: string;
  onChange: (code: string) => void;
  /** Set after the first submit: missing fields are shown from then on. */
  showsProblems: boolean;
  problem: string | undefined;
};

/** A code to a contact of the account: it proves that the owner makes the change. */
export function ContactCode({
  security,
  channel = codeChannelOf(security),
  value,
  onChange,
  showsProblems,
  problem,
}: ContactCodeProps) {
  const t = useTexts();
  return (
    <div className="grid gap-3">
      <CodeField
        channel={channel}
        name="own"
        label={t(m.codeTo, { address: channel === "email" ? security.email : security.phone })}
        value={value}
        onChange={onChange}
        send={() => sent("sendOwnCode", { channel })}
        problem={problem ?? (showsProblems && value.length < codeLength ? t(codeMissing[channel]) : undefined)}
      />
      <NotArrived channel={channel} />
    </div>
  );
}

/** The consequence of every change of the security settings. */
export function LockNote() {
  const t = useTexts();
  return (
    <Note tone="warn" icon={<Clock aria-hidden size={16} />}>
      {t(m.lockNote)}
    </Note>
  );
}
