import { codeLength, emailLengthMax, emailShape, phoneShape } from "@tidemark/contracts";
import { Segmented, Switch, TextField } from "@tidemark/kit-ui";
import { type ReactNode, useState } from "react";
import { type Contact, askOf, CountryCode, noContact } from "../../session/credentials/contact-field.tsx";
import { sent } from "../../session/credentials/retry-busy.ts";
import { CodeField, codeMissing, NotArrived } from "../../session/credentials/code-field.tsx";
import { useTexts } from "../../lib/i18n/texts.ts";
import type { SecuritySettings } from "../../session/security-settings.ts";
import { m } from "./dialog-messages.ts";
import { FormDialog } from "../../lib/dialogs/form-dialog.tsx";
import { LockNote, ContactCode } from "./contact-code.tsx";
import { useChange } from "../../session/use-change.ts";

type ContactKind = "email" | "phone";
type Use = "factor" | "address";
type ContactDialogProps = { kind: ContactKind; security: SecuritySettings; onClose: () => void };
/** One half of the dialog: its fields and the action of its button. */
type Part = {
  readonly body: ReactNode;
  readonly isPending: boolean;
  readonly isDisabled: boolean;
  readonly submit: () => void;
};

const channelOf = (kind: ContactKind): "email" | "sms" => (kind === "email" ? "email" : "sms");

function contactProblem(kind: ContactKind, text: string): "emailWrong" | "emailTooLong" | "phoneWrong" | undefined {
  if (kind === "phone") return phoneShape.test(text) ? undefined : "phoneWrong";
  if (text.length > emailLengthMax) return "emailTooLong";
  return emailShape.test(text) ? undefined : "emailWrong";
}

/** Whether every sign-in requires a code to this contact. */
function useAsFactor({ kind, security, onClose }: ContactDialogProps): Part {
  const t = useTexts();
  const isOn = kind === "email" ? security.isEmailFactor : security.isSmsFactor;
  const [isWanted, setIsWanted] = useState(isOn);
  const [code, setCode] = useState("");
  const change = useChange("setCodeFactor", {
    isWhole: code.length === codeLength,
    beside: ["CODE_WRONG"],
    doneText: t(m.done),
    onDone: onClose,
  });
  const { showsProblems } = change;
  const channel = channelOf(kind);
  const submit = () => void change.submit({ channel, isOn: isWanted, code });
  const body = (
    <>
      <Switch isOn={isWanted} onChange={setIsWanted} testId="code-factor-switch" className="text-14">
        {t(kind === "email" ? m.factorEmail : m.factorSms)}
      </Switch>
      {isWanted !== isOn && (
        <>
          <ContactCode
            security={security}
            channel={channel}
            value={code}
            onChange={setCode}
            showsProblems={showsProblems}
            problem={change.messageFor("CODE_WRONG")}
          />
          <LockNote />
        </>
      )}
    </>
  );
  return { body, isPending: change.isPending, isDisabled: isWanted === isOn, submit };
}

/** A new contact, confirmed by a code to it and a code to the current one. */
function useNewContact({ kind, security, onClose }: ContactDialogProps): Part {
  const t = useTexts();
  const [account, setAccount] = useState<Contact>(noContact);
  const [newCode, setNewCode] = useState("");
  const [code, setCode] = useState("");
  const wrong = contactProblem(kind, account.loginId.trim());
  const change = useChange("bindContact", {
    isWhole: wrong === undefined && newCode.length === codeLength && code.length === codeLength,
    beside: ["PHONE_INVALID", "ACCOUNT_EXISTS"],
    doneText: t(m.addressChanged),
    onDone: onClose,
  });
  const { showsProblems } = change;
  const channel = channelOf(kind);
  const submit = () => void change.submit({ ...askOf(account), newCode, code });
  const send = async () => {
    if (wrong === undefined) return sent("sendNewContactCode", askOf(account));
    change.markProblems();
    return undefined;
  };
  const body = (
    <>
      <TextField
        label={t(kind === "email" ? m.emailNew : m.phoneNew)}
        type={kind === "email" ? "email" : "tel"}
        inputMode={kind === "email" ? "email" : "tel"}
        autoComplete={kind === "email" ? "email" : "tel-national"}
        value={account.loginId}
        onChange={(loginId) => setAccount({ ...account, loginId })}
        problem={
          change.messageFor("PHONE_INVALID", "ACCOUNT_EXISTS") ??
          (showsProblems && wrong !== undefined ? t(m[wrong]) : undefined)
        }
        testId="address-new"
        {...(kind === "phone"
          ? {
              prefix: (
                <CountryCode country={account.country} onChange={(country) => setAccount({ ...account, country })} />
              ),
            }
          : {})}
      />
      <div className="grid gap-3">
        <CodeField
          channel={channel}
          name="new"
          label={t(m.codeToNew)}
          value={newCode}
          onChange={setNewCode}
          send={send}
          problem={showsProblems && newCode.length < codeLength ? t(codeMissing[channel]) : undefined}
        />
        <NotArrived channel={channel} />
      </div>
      <ContactCode
        security={security}
        // A phone that every sign-in requires must confirm its own replacement.
        {...(kind === "phone" && security.isSmsFactor ? { channel } : {})}
        value={code}
        onChange={setCode}
        showsProblems={showsProblems}
        problem={undefined}
      />
      <LockNote />
    </>
  );
  return { body, isPending: change.isPending, isDisabled: false, submit };
}

/** A contact of the account: whether sign-in requires its codes, and its replacement. */
export function ContactDialog(props: ContactDialogProps) {
  const { kind, security, onClose } = props;
  const t = useTexts();
  const isBound = security[kind] !== "";
  const [use, setUse] = useState<Use>(isBound ? "factor" : "address");
  const parts = { factor: useAsFactor(props), address: useNewContact(props) };
  const { body, isPending, isDisabled, submit } = parts[use];
  return (
    <FormDialog
      title={t(isBound ? m[kind] : kind === "email" ? m.emailAdd : m.phoneAdd)}
      submitLabel={t(use === "factor" ? m.save : m.confirm)}
      isPending={isPending}
      isDisabled={isDisabled}
      onSubmit={submit}
      onClose={onClose}
      testId="address"
    >
      {isBound && (
        <Segmented<Use>
          label={t(m.uses)}
          selected={use}
          onSelect={setUse}
          items={[
            { id: "factor", label: t(m.useFactor), testId: "use-factor" },
            { id: "address", label: t(kind === "email" ? m.useAddress : m.useNumber), testId: "use-address" },
          ]}
        />
      )}
      {body}
    </FormDialog>
  );
}
