import { codeLength, emailLengthMax, emailShape, phoneShape } from "@tidemark/contracts";
import { Segmented, Switch, TextField, toast } from "@tidemark/kit-ui";
import { type ReactNode, useState } from "react";
import { type Account, askOf, CountryCode, noAccount } from "../../lib/account/account-field.tsx";
import { sent } from "../../lib/account/ask-patiently.ts";
import { CodeField, codeMissing, NotArrived } from "../../lib/account/code-field.tsx";
import { useWords } from "../../lib/words.ts";
import type { Guards } from "../../session/guards.ts";
import { m } from "./dialog-messages.ts";
import { FormDialog } from "../../lib/form-dialog.tsx";
import { LockNote, OwnCode } from "./own-code.tsx";
import { useChange } from "../../session/use-change.ts";

type AddressKind = "email" | "phone";
type Use = "factor" | "address";
type AddressDialogProps = { kind: AddressKind; guards: Guards; onClose: () => void };
/** One half of the dialog: what is filled in, and what its button does. */
type Part = {
  readonly body: ReactNode;
  readonly isPending: boolean;
  readonly isDisabled: boolean;
  readonly submit: () => void;
};

const channelOf = (kind: AddressKind): "email" | "sms" => (kind === "email" ? "email" : "sms");

function addressProblem(kind: AddressKind, text: string): "emailWrong" | "emailTooLong" | "phoneWrong" | undefined {
  if (kind === "phone") return phoneShape.test(text) ? undefined : "phoneWrong";
  if (text.length > emailLengthMax) return "emailTooLong";
  return emailShape.test(text) ? undefined : "emailWrong";
}

/** Whether every log in asks for a code to this address. */
function useAsFactor({ kind, guards, onClose }: AddressDialogProps): Part {
  const t = useWords();
  const isOn = kind === "email" ? guards.isEmailFactor : guards.isSmsFactor;
  const [wish, setWish] = useState(isOn);
  const [code, setCode] = useState("");
  const [isTold, setIsTold] = useState(false);
  const change = useChange("setCodeFactor", ["CODE_WRONG"], () => {
    toast.success(t(m.done));
    onClose();
  });
  const channel = channelOf(kind);
  const submit = () => {
    setIsTold(true);
    if (code.length === codeLength) void change.submit({ channel, isOn: wish, code });
  };
  const body = (
    <>
      <Switch isOn={wish} onChange={setWish} testId="code-factor-switch" className="text-14">
        {t(kind === "email" ? m.factorEmail : m.factorSms)}
      </Switch>
      {wish !== isOn && (
        <>
          <OwnCode
            guards={guards}
            channel={channel}
            value={code}
            onChange={setCode}
            isTold={isTold}
            problem={change.said("CODE_WRONG")}
          />
          <LockNote />
        </>
      )}
    </>
  );
  return { body, isPending: change.isPending, isDisabled: wish === isOn, submit };
}

/** Another address, by a code to it and one to the address that the account has. */
function useNewAddress({ kind, guards, onClose }: AddressDialogProps): Part {
  const t = useWords();
  const [account, setAccount] = useState<Account>(noAccount);
  const [newCode, setNewCode] = useState("");
  const [code, setCode] = useState("");
  const [isTold, setIsTold] = useState(false);
  const change = useChange("bindAddress", ["PHONE_INVALID", "ACCOUNT_EXISTS"], () => {
    toast.success(t(m.addressChanged));
    onClose();
  });
  const wrong = addressProblem(kind, account.loginId.trim());
  const channel = channelOf(kind);
  const submit = () => {
    setIsTold(true);
    if (wrong === undefined && newCode.length === codeLength && code.length === codeLength)
      void change.submit({ ...askOf(account), newCode, code });
  };
  const send = async () => {
    if (wrong === undefined) return sent("sendNewAddressCode", askOf(account));
    setIsTold(true);
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
          change.said("PHONE_INVALID", "ACCOUNT_EXISTS") ?? (isTold && wrong !== undefined ? t(m[wrong]) : undefined)
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
          problem={isTold && newCode.length < codeLength ? t(codeMissing[channel]) : undefined}
        />
        <NotArrived channel={channel} />
      </div>
      <OwnCode
        guards={guards}
        // A phone that every log in needs is asked itself before it is replaced.
        {...(kind === "phone" && guards.isSmsFactor ? { channel } : {})}
        value={code}
        onChange={setCode}
        isTold={isTold}
        problem={undefined}
      />
      <LockNote />
    </>
  );
  return { body, isPending: change.isPending, isDisabled: false, submit };
}

/** An address that codes go to: whether log in asks for them, and another one in its place. */
export function AddressDialog(props: AddressDialogProps) {
  const { kind, guards, onClose } = props;
  const t = useWords();
  const isBound = guards[kind] !== "";
  const [use, setUse] = useState<Use>(isBound ? "factor" : "address");
  const parts = { factor: useAsFactor(props), address: useNewAddress(props) };
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
