import { codeLength } from "@tidemark/contracts";
import { Button, Dialog, IconButton, PasswordField, Skeleton, Tag, TextField, toast } from "@tidemark/kit-ui";
import type { AnswerOf } from "@tidemark/kit-client";
import { useQuery } from "@tanstack/react-query";
import { Fingerprint, Pencil, Trash2 } from "lucide-react";
import { useState } from "react";
import { answerOf } from "../../lib/client/answer.ts";
import { client } from "../../lib/client/client.ts";
import { dateText } from "../../lib/format/number-text.ts";
import { hasPasskeys, passkeysOf } from "../../lib/device/passkeys.ts";
import { useTexts } from "../../lib/i18n/texts.ts";
import { withFactor } from "../../session/factor-gate.ts";
import {
  type SecuritySettings,
  hasSecondFactor,
  securityKey,
  useRefetchSecurity,
} from "../../session/security-settings.ts";
import { m } from "./dialog-messages.ts";
import { AskDialog, FormDialog } from "../../lib/dialogs/form-dialog.tsx";
import { LockNote, ContactCode } from "./contact-code.tsx";
import { useChange } from "../../session/use-change.ts";
import { useSubmit } from "../../lib/forms/use-submit.ts";

type Passkey = AnswerOf<"passkeyList">["list"][number];
const nameShape = /^[^\p{C}]{1,30}$/u;

/** The name of a passkey, editable in place. */
function Rename({ passkey, onDone }: { passkey: Passkey; onDone: () => void }) {
  const t = useTexts();
  const [name, setName] = useState(passkey.name);
  const change = useChange("namePasskey", { isWhole: nameShape.test(name.trim()), onDone });
  return (
    <form
      className="flex items-end gap-2"
      onSubmit={(event) => {
        event.preventDefault();
        void change.submit({ id: passkey.id, name: name.trim() });
      }}
    >
      <TextField
        label={t(m.passkeyName)}
        value={name}
        onChange={setName}
        maxLength={30}
        className="flex-1"
        testId="passkey-rename"
      />
      <Button type="submit" look="ghost" size="lg" isPending={change.isPending}>
        {t(m.save)}
      </Button>
    </form>
  );
}

function PasskeyRow({ passkey }: { passkey: Passkey }) {
  const t = useTexts();
  const [shown, setShown] = useState<"rename" | "remove">();
  const close = () => setShown(undefined);
  const removal = useChange("removePasskey", { doneText: t(m.passkeyRemoved) });
  const { name, addedAt, usedAt } = passkey;
  const day = (at: number) => dateText(at).slice(0, 10);
  return (
    <li className="grid gap-3 border-t border-line py-3 first:border-t-0 first:pt-0" data-testid="passkey-row">
      <div className="flex items-center gap-3">
        <div className="min-w-0 flex-1">
          <p className="truncate text-14 font-medium">{name}</p>
          <p className="text-12 text-muted">
            {t(m.passkeyDates, { date: day(addedAt) })}
            {usedAt > 0 && ` · ${t(m.passkeyUsed, { date: day(usedAt) })}`}
          </p>
        </div>
        <IconButton
          aria-label={t(m.passkeyRename, { name })}
          onPress={() => setShown(shown === "rename" ? undefined : "rename")}
        >
          <Pencil aria-hidden size={16} />
        </IconButton>
        <IconButton aria-label={t(m.passkeyRemove, { name })} onPress={() => setShown("remove")}>
          <Trash2 aria-hidden size={16} />
        </IconButton>
      </div>
      {shown === "rename" && <Rename passkey={passkey} onDone={close} />}
      {shown === "remove" && (
        <AskDialog
          title={t(m.passkeyRemoveAsk)}
          submitLabel={t(m.remove)}
          isPending={removal.isPending}
          onSubmit={() => void removal.submit({ id: passkey.id }).finally(close)}
          onClose={close}
          testId="passkey-remove"
        >
          <p>{t(m.passkeyRemoveHint, { name })}</p>
        </AskDialog>
      )}
    </li>
  );
}

/** Without a second factor, a password or a code proves the owner before a passkey is added. */
function AddPasskey({ security, onClose }: { security: SecuritySettings; onClose: () => void }) {
  const t = useTexts();
  const refetchSecurity = useRefetchSecurity();
  const [name, setName] = useState("");
  const [password, setPassword] = useState("");
  const [code, setCode] = useState("");
  const owner = hasSecondFactor(security) ? "factor" : security.hasPassword ? "password" : "code";
  const isNamed = nameShape.test(name.trim());
  const isOwnerShown = owner === "factor" || (owner === "password" ? password !== "" : code.length === codeLength);
  const { submit, isPending, showsProblems, messageFor } = useSubmit({
    isWhole: isNamed && isOwnerShown,
    beside: ["PASSWORD_WRONG", "CODE_WRONG"],
    doneText: t(m.passkeyAdded),
    onDone() {
      refetchSecurity();
      onClose();
    },
  });
  const add = async () => {
    const shown = owner === "password" ? { password } : owner === "code" ? { code } : {};
    const outcome = await withFactor(() => passkeysOf(client).add(name.trim(), shown));
    if (outcome === undefined || !("isCancelled" in outcome)) return outcome;
    toast.info(t(m.passkeyFailed));
    return undefined;
  };

  return (
    <FormDialog
      title={t(m.passkeyNew)}
      submitLabel={t(m.passkeyAdd)}
      isPending={isPending}
      onSubmit={() => void submit(add)}
      onClose={onClose}
      testId="passkey-add"
    >
      <TextField
        label={t(m.passkeyName)}
        value={name}
        onChange={setName}
        maxLength={30}
        hint={t(m.passkeyNameHint)}
        problem={showsProblems && !isNamed ? t(m.passkeyNameWrong) : undefined}
        testId="passkey-name"
      />
      {owner === "password" && (
        <PasswordField
          label={t(m.password)}
          value={password}
          onChange={setPassword}
          autoComplete="current-password"
          showLabel={t(m.show)}
          hideLabel={t(m.hide)}
          problem={
            messageFor("PASSWORD_WRONG") ?? (showsProblems && password === "" ? t(m.passwordMissing) : undefined)
          }
          testId="passkey-password"
        />
      )}
      {owner === "code" && (
        <ContactCode
          security={security}
          value={code}
          onChange={setCode}
          showsProblems={showsProblems}
          problem={messageFor("CODE_WRONG")}
        />
      )}
      <LockNote />
    </FormDialog>
  );
}

/** The passkeys of the account; without any, the form for the first. */
export function PasskeysDialog({ security, onClose }: { security: SecuritySettings; onClose: () => void }) {
  const t = useTexts();
  const [isAdding, setIsAdding] = useState(security.passkeys === 0);
  const { data } = useQuery({
    queryKey: [...securityKey, "passkeys"],
    queryFn: ({ signal }) => answerOf("passkeyList", {}, signal),
    enabled: !isAdding,
  });
  if (isAdding)
    return <AddPasskey security={security} onClose={security.passkeys === 0 ? onClose : () => setIsAdding(false)} />;
  return (
    <Dialog
      title={t(m.passkeys)}
      closeLabel={t(m.close)}
      onClose={onClose}
      testId="passkeys"
      footer={
        hasPasskeys() ? (
          <Button look="primary" size="lg" onPress={() => setIsAdding(true)} data-testid="passkey-another">
            <Fingerprint aria-hidden size={16} />
            {t(m.passkeyAdd)}
          </Button>
        ) : (
          <Tag>{t(m.passkeyNone)}</Tag>
        )
      }
    >
      {data === undefined ? (
        <Skeleton>{"passkey of this device"}</Skeleton>
      ) : (
        <ul>
          {data.list.map((passkey) => (
            <PasskeyRow key={passkey.id} passkey={passkey} />
          ))}
        </ul>
      )}
    </Dialog>
  );
}
