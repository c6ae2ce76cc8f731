import { nextMonthStart, nicknameMax, type UserInfo, withoutPictographs } from "@tidemark/contracts";
import { Button, Dialog, Note, TextField } from "@tidemark/kit-ui";
import { useId, useState } from "react";
import { client } from "../../lib/client/client.ts";
import { FormBody, SubmitButton } from "../../lib/forms/form-shell.tsx";
import { useSubmit } from "../../lib/forms/use-submit.ts";
import { utcDayText } from "../../lib/format/number-text.ts";
import { useTexts } from "../../lib/i18n/texts.ts";
import { refreshUser } from "../../session/session.ts";
import { nicknameFormOf } from "./nickname-form.ts";
import { m as dialogTexts } from "../../lib/dialogs/dialog-messages.ts";
import { m } from "./nickname-messages.ts";

/** Refusals that are about the name itself; the others are shown by a toast. */
const aboutName = ["NICKNAME_EMPTY", "NICKNAME_TOO_LONG", "NICKNAME_SENSITIVE"] as const;

/** Asks for another nickname, which is reviewed before it is in use. */
export function NicknameDialog({ user, onClose }: { user: UserInfo; onClose: () => void }) {
  const t = useTexts();
  const form = useId();
  const [openedAt] = useState(() => Date.now());
  const [text, setText] = useState(user.currentNickName);
  const { nickNameModificationTimes: remaining, maxNickNamModificationTimes: allowed } = user;
  const { length, isTooLong, isLocked, isOff } = nicknameFormOf(text, user.currentNickName, remaining);
  const change = useSubmit<object>({
    isWhole: !isTooLong && !isOff,
    beside: aboutName,
    doneText: t(m.submitted),
    onDone() {
      void refreshUser();
      onClose();
    },
    // The month may be used up, or another device may have asked: what is shown must be as it is.
    onRefused: () => void refreshUser(),
  });
  const type = (typed: string) => {
    setText(withoutPictographs(typed));
    change.clearProblem();
  };
  return (
    <Dialog
      title={t(m.title)}
      closeLabel={t(m.close)}
      onClose={onClose}
      testId="nickname"
      footer={
        <>
          <Button look="ghost" size="lg" onPress={onClose} data-testid="nickname-cancel">
            {t(dialogTexts.cancel)}
          </Button>
          <SubmitButton
            label={t(m.confirm)}
            form={form}
            isPending={change.isPending}
            isDisabled={isOff}
            testId="nickname-submit"
          />
        </>
      }
    >
      <FormBody
        id={form}
        hasFocus
        onSubmit={() => void change.submit(() => client.call("changeNickname", { nickName: text }))}
      >
        <TextField
          label={t(m.nickname)}
          value={text}
          onChange={type}
          countMax={nicknameMax}
          countOf={() => length}
          clearLabel={t(m.clear)}
          isDisabled={isLocked || change.isPending}
          hint={isLocked ? t(m.limit, { 0: allowed }) : t(m.remaining, { 0: remaining })}
          problem={isTooLong ? t(m.tooLong) : change.messageFor(...aboutName)}
          autoComplete="nickname"
          testId="nickname-text"
        />
        {isLocked && <Note>{t(m.changesFrom, { date: utcDayText(nextMonthStart(openedAt)) })}</Note>}
        {!isLocked && <Note>{t(m.othersSee, { name: user.currentNickName })}</Note>}
      </FormBody>
    </Dialog>
  );
}
