import { codeLength, deviceOf } from "@tidemark/contracts";
import { Button, Note, PasswordField, Receipt, ReceiptLine } from "@tidemark/kit-ui";
import type { AnswerOf } from "@tidemark/kit-client";
import { useMutation, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { answerOf } from "../../lib/client/answer.ts";
import { FormBody, SubmitButton } from "../../lib/forms/form-shell.tsx";
import { useSubmit } from "../../lib/forms/use-submit.ts";
import { countryName } from "../../lib/i18n/country-name.ts";
import { useTexts } from "../../lib/i18n/texts.ts";
import { CodeField, codeMissing } from "../../session/credentials/code-field.tsx";
import { sent } from "../../session/credentials/retry-busy.ts";
import { callWithFactor } from "../../session/factor-gate.ts";
import {
  codeChannelOf,
  hasSecondFactor,
  type SecuritySettings,
  useSecuritySettings,
} from "../../session/security-settings.ts";
import { ownerProofOf } from "./owner-proof.ts";
import { m } from "./sign-in-messages.ts";
import { StepHead } from "./step-parts.tsx";

function Origin({ agent, country, ip }: AnswerOf<"scanQr">) {
  const t = useTexts();
  return (
    <Receipt>
      <ReceiptLine label={t(m.qrDevice)}>{deviceOf(agent) ?? t(m.qrUnknownPlace)}</ReceiptLine>
      <ReceiptLine label={t(m.qrPlace)}>{country === "" ? t(m.qrUnknownPlace) : countryName(country)}</ReceiptLine>
      <ReceiptLine label={t(m.qrAddress)}>
        <span dir="ltr" className="num">
          {ip}
        </span>
      </ReceiptLine>
    </Receipt>
  );
}

type ConfirmFormProps = { code: string; security: SecuritySettings; onAnswered: (isConfirmed: boolean) => void };

/** Logging a device in asks for what signing in there would ask. Declining asks for nothing. */
function ConfirmForm({ code, security, onAnswered }: ConfirmFormProps) {
  const t = useTexts();
  const [password, setPassword] = useState("");
  const [ownCode, setOwnCode] = useState("");
  const asked = ownerProofOf({ ...security, hasFactor: hasSecondFactor(security) });
  const channel = codeChannelOf(security);
  const isCodeWhole = ownCode.length === codeLength;
  const decline = useMutation({
    mutationFn: () => answerOf("declineQr", { code }),
    onSuccess: () => onAnswered(false),
  });
  const { submit, isPending, showsProblems, messageFor, clearProblem } = useSubmit({
    isWhole: (!asked.password || password !== "") && (!asked.code || isCodeWhole),
    beside: ["PASSWORD_WRONG", "CODE_WRONG"],
    onDone: () => onAnswered(true),
  });
  const confirm = () =>
    callWithFactor("answerQr", {
      code,
      isConfirmed: true,
      ...(asked.password ? { password } : {}),
      ...(asked.code ? { ownCode } : {}),
    });
  return (
    <FormBody hasFocus={asked.password} onSubmit={() => void submit(confirm)}>
      {asked.password && (
        <PasswordField
          label={t(m.password)}
          value={password}
          onChange={(text) => {
            setPassword(text);
            clearProblem();
          }}
          autoComplete="current-password"
          showLabel={t(m.show)}
          hideLabel={t(m.hide)}
          problem={
            messageFor("PASSWORD_WRONG") ?? (showsProblems && password === "" ? t(m.passwordMissing) : undefined)
          }
          testId="qr-password"
        />
      )}
      {asked.code && (
        <CodeField
          channel={channel}
          name="own"
          value={ownCode}
          onChange={setOwnCode}
          send={() => sent("sendOwnCode", { channel })}
          problem={messageFor("CODE_WRONG") ?? (showsProblems && !isCodeWhole ? t(codeMissing[channel]) : undefined)}
        />
      )}
      <div className="grid grid-cols-2 gap-2">
        <Button
          look="ghost"
          size="lg"
          isPending={decline.isPending}
          onPress={() => decline.mutate()}
          data-testid="qr-decline"
        >
          {t(m.qrDecline)}
        </Button>
        <SubmitButton label={t(m.qrAllow)} isPending={isPending} testId="qr-allow" />
      </div>
    </FormBody>
  );
}

/** On the signed-in device: shows which device wants to sign in, and from where. Nothing happens before the user confirms. */
export function QrConfirm({ code }: { code: string }) {
  const t = useTexts();
  const { data: security } = useSecuritySettings();
  const [isConfirmed, setIsConfirmed] = useState<boolean>();
  const scan = useQuery({
    queryKey: ["own", "qr-scan", code],
    queryFn: () => answerOf("scanQr", { code }),
    retry: false,
    staleTime: Infinity,
    meta: { isQuiet: true },
  });
  if (isConfirmed !== undefined)
    return (
      <div className="grid gap-4" data-testid="qr-answered">
        <StepHead title={t(isConfirmed ? m.qrAllowed : m.qrDeclined)} />
      </div>
    );
  return (
    <div className="grid gap-6">
      <StepHead title={t(m.qrAsk)} lead={t(m.qrAskLead)} />
      {scan.error !== null && <Note tone="warn">{scan.error.message}</Note>}
      {scan.data !== undefined && <Origin {...scan.data} />}
      {scan.data !== undefined && security !== undefined && (
        <ConfirmForm code={code} security={security} onAnswered={setIsConfirmed} />
      )}
    </div>
  );
}
