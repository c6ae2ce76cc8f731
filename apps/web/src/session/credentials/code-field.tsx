import { Button, CodeInput, Disclosure, toast } from "@tidemark/kit-ui";
import { useState } from "react";
import { appConfig } from "../../lib/config/app-config.ts";
import { useTexts } from "../../lib/i18n/texts.ts";
import { m } from "./credentials-messages.ts";
import { useCountdown } from "./use-countdown.ts";

export type Channel = "email" | "sms" | "google";
const labels = { email: m.emailCode, sms: m.smsCode, google: m.googleCode } as const;
export const codeMissing = {
  email: m.emailCodeMissing,
  sms: m.smsCodeMissing,
  google: m.googleCodeMissing,
} as const;

export type Sent = { readonly resendSeconds: number; readonly validMinutes: number };

type CodeFieldProps = {
  channel: Channel;
  value: string;
  onChange: (digits: string) => void;
  onComplete?: (digits: string) => void;
  problem?: string | undefined;
  /** Sends a code; absent for an authenticator. Resolves to undefined if none was sent; the reason has been shown. */
  send?: () => Promise<Sent | undefined>;
  /** One was sent before this field was shown. */
  wasSent?: Sent;
  /** For a page with two codes of one kind: the label, and the name for tests. */
  label?: string;
  name?: string;
  /** Focuses the field at once, if nothing else has to be filled in first. */
  isFocused?: boolean;
};

const focus = (input: HTMLInputElement | null): void => input?.focus();

/** Six digits, with a button to send them and the time until they can be sent again. */
export function CodeField(props: CodeFieldProps) {
  const {
    channel,
    value,
    onChange,
    onComplete,
    problem,
    send,
    wasSent,
    label,
    name = channel,
    isFocused = false,
  } = props;
  const t = useTexts();
  const [sent, setSent] = useState<Sent | undefined>(wasSent);
  const [isSending, setIsSending] = useState(false);
  const { left, restart } = useCountdown(wasSent?.resendSeconds);
  const press = async () => {
    setIsSending(true);
    const times = await send!().finally(() => setIsSending(false));
    if (times === undefined) return;
    setSent(times);
    restart(times.resendSeconds);
    toast.success(t(m.codeSent));
  };
  return (
    <div className="grid gap-2">
      <CodeInput
        label={label ?? t(labels[channel])}
        value={value}
        onChange={onChange}
        {...(onComplete === undefined ? {} : { onComplete })}
        problem={problem}
        {...(isFocused ? { inputRef: focus } : {})}
        testId={`code-${name}`}
        {...(channel === "google"
          ? { hint: t(m.googleHint, { name: appConfig().project.name }) }
          : left > 0 && sent !== undefined
            ? { hint: t(m.resendIn, { 0: left, 1: sent.validMinutes }) }
            : {})}
      />
      {send !== undefined && left === 0 && (
        <div>
          <Button
            look="ghost"
            size="sm"
            isPending={isSending}
            onPress={() => void press()}
            data-testid={`send-${name}`}
          >
            {t(sent === undefined ? m.sendCode : m.sendAgain)}
          </Button>
        </div>
      )}
    </div>
  );
}

/** Help for a code that does not arrive. */
export function NotArrived({ channel }: { channel: "email" | "sms" }) {
  const t = useTexts();
  const { email } = appConfig().project.support;
  const lines = [
    ...(channel === "email" ? [t(m.helpSpam)] : []),
    t(m.helpWait),
    t(channel === "email" ? m.helpAddress : m.helpNumber),
    t(m.helpSupport, { support: email }),
  ];
  return (
    <Disclosure title={t(m.notArrived)}>
      <ul className="grid list-disc gap-1.5 ps-4">
        {lines.map((line) => (
          <li key={line}>{line}</li>
        ))}
      </ul>
    </Disclosure>
  );
}
