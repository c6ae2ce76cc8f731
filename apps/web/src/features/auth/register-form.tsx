import {
  codeLength,
  emailLengthMax,
  emailShape,
  phoneShape,
  type Refusal,
  referralShape,
  type UserInfo,
} from "@tidemark/contracts";
import type { Problem } from "@tidemark/kit-client";
import { Button, Checkbox, Disclosure, TextField } from "@tidemark/kit-ui";
import { type ReactNode, useEffect, useState } from "react";
import { useWords } from "../../lib/words.ts";
import { type Account, askOf, CountryCode, noAccount } from "../../lib/account/account-field.tsx";
import { m } from "./auth-messages.ts";
import { linkLook, StepBack, StepHead } from "./auth-page.tsx";
import { CodeField, NotArrived, type Sent } from "../../lib/account/code-field.tsx";
import { sent } from "../../lib/account/ask-patiently.ts";
import { useDoor, useHuman } from "./door.ts";
import { NewPasswordFields } from "../../lib/account/new-password.tsx";
import { type NewPassword, noPassword, passwordProblems } from "../../lib/account/password-problems.ts";
import { prepareRobotCheck } from "./robot-check.ts";

export type RegisterKind = "email" | "phone";
type Form = Account & { passwords: NewPassword; referral: string; isAgreed: boolean };

function accountProblem(kind: RegisterKind, loginId: string): keyof typeof m | undefined {
  if (kind === "phone") return phoneShape.test(loginId) ? undefined : "phoneWrong";
  if (loginId.length > emailLengthMax) return "emailTooLong";
  return emailShape.test(loginId) ? undefined : "emailMissing";
}

/** Refusals that come with the code and are about what was filled in before it. */
const aboutFirstStep: readonly Refusal[] = ["REFERRAL_UNKNOWN", "PASSWORD_COMMON", "PHONE_INVALID", "ACCOUNT_EXISTS"];
const isAboutFirstStep = ({ refusal }: Problem): boolean => refusal !== undefined && aboutFirstStep.includes(refusal);

/** A code that is on its way: to whom, and since when. */
type OnItsWay = Sent & { readonly to: string; readonly at: number };
const stillWaits = ({ resendSeconds, validMinutes, at }: OnItsWay): Sent => ({
  resendSeconds: Math.max(0, resendSeconds - Math.floor((Date.now() - at) / 1_000)),
  validMinutes,
});

type RegisterFormProps = {
  kind: RegisterKind;
  /** What was typed on the front page, and the code that an invitation brought. */
  begin: { readonly loginId: string; readonly referral: string };
  termsAddress: string;
  onDone: (user: UserInfo) => void;
  /** Above the first step, and other ways below it. */
  head: ReactNode;
  children: ReactNode;
};

/** First who and how; then the code that shows that the address is his. */
export function RegisterForm({ kind, begin, termsAddress, onDone, head, children }: RegisterFormProps) {
  const t = useWords();
  const [form, setForm] = useState<Form>(() => ({
    ...noAccount(),
    ...begin,
    passwords: noPassword,
    isAgreed: false,
  }));
  const [isTold, setIsTold] = useState(false);
  const [isSending, setIsSending] = useState(false);
  const [onItsWay, setOnItsWay] = useState<OnItsWay>();
  const [isAtCode, setIsAtCode] = useState(false);
  const [problem, setProblem] = useState<Problem>();
  const human = useHuman();
  useEffect(prepareRobotCheck, []);

  const wrong = accountProblem(kind, form.loginId.trim());
  const isReferralWrong = form.referral !== "" && !referralShape.test(form.referral);
  const isWhole =
    wrong === undefined &&
    Object.keys(passwordProblems(form.passwords)).length === 0 &&
    form.isAgreed &&
    !isReferralWrong;

  const send = async () => {
    const robot = await human();
    return robot === undefined ? undefined : sent("sendCode", { purpose: "register", ...askOf(form), robot });
  };
  const submit = async () => {
    setIsTold(true);
    if (!isWhole) return;
    const { loginId, areaCode = "" } = askOf(form);
    const to = areaCode + loginId;
    // Who went back to mend something else has his code already.
    if (onItsWay?.to === to) return setIsAtCode(true);
    setIsSending(true);
    const times = await send().finally(() => setIsSending(false));
    if (times === undefined) return;
    setOnItsWay({ ...times, to, at: Date.now() });
    setIsAtCode(true);
  };

  if (isAtCode && onItsWay !== undefined)
    return (
      <CodeStep
        kind={kind}
        form={form}
        times={stillWaits(onItsWay)}
        send={send}
        onDone={onDone}
        onBack={(why) => {
          setProblem(why);
          setIsAtCode(false);
        }}
      />
    );
  const change = (part: Partial<Form>) => {
    setProblem(undefined);
    setForm({ ...form, ...part });
  };
  const said = (...about: Refusal[]) =>
    problem?.refusal !== undefined && about.includes(problem.refusal) ? problem.message : undefined;
  return (
    <>
      {head}
      <form
        className="grid gap-5"
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          void submit();
        }}
      >
        <TextField
          label={t(kind === "email" ? m.email : m.phoneNumber)}
          value={form.loginId}
          onChange={(loginId) => change({ loginId })}
          type={kind === "email" ? "email" : "tel"}
          autoComplete={kind === "email" ? "username" : "tel-national"}
          {...(kind === "email"
            ? { placeholder: "name@example.com" }
            : { prefix: <CountryCode country={form.country} onChange={(country) => change({ country })} /> })}
          problem={said("PHONE_INVALID", "ACCOUNT_EXISTS") ?? (isTold && wrong !== undefined ? t(m[wrong]) : undefined)}
          testId="register-id"
        />
        <NewPasswordFields
          value={form.passwords}
          onChange={(passwords) => change({ passwords })}
          isTold={isTold}
          problem={said("PASSWORD_COMMON")}
        />
        <Referral
          value={form.referral}
          onChange={(referral) => change({ referral })}
          problem={said("REFERRAL_UNKNOWN") ?? (isTold && isReferralWrong ? t(m.referralWrong) : undefined)}
        />
        <Terms
          isAgreed={form.isAgreed}
          onChange={(isAgreed) => change({ isAgreed })}
          isTold={isTold}
          address={termsAddress}
        />
        <Button type="submit" look="primary" size="lg" isPending={isSending} data-testid="register-submit">
          {t(m.register)}
        </Button>
      </form>
      {children}
    </>
  );
}

type ReferralProps = { value: string; onChange: (code: string) => void; problem: string | undefined };

/** Who was invited opens it and types the code; a link of an invitation has done both. */
export function Referral({ value, onChange, problem }: ReferralProps) {
  const t = useWords();
  const [beginsOpen] = useState(value !== "");
  return (
    <Disclosure title={t(m.invited)} beginsOpen={beginsOpen}>
      <div className="text-ink">
        <TextField
          label={t(m.referral)}
          value={value}
          onChange={(text) => onChange(text.trim().toUpperCase())}
          maxLength={8}
          problem={problem}
          testId="register-referral"
        />
      </div>
    </Disclosure>
  );
}

type TermsProps = { isAgreed: boolean; onChange: (isAgreed: boolean) => void; isTold: boolean; address: string };

/** The terms must be agreed to before an account is opened. */
export function Terms({ isAgreed, onChange, isTold, address }: TermsProps) {
  const t = useWords();
  const gap = "\uFFFC";
  const [before, after = ""] = t(m.agree, { terms: gap }).split(gap);
  const isMissing = isTold && !isAgreed;
  return (
    <div className="grid gap-1.5 text-13">
      <Checkbox checked={isAgreed} onChange={onChange} isWrong={isMissing} quiet testId="register-terms">
        {before}
        <a href={address} target="_blank" rel="noreferrer" className={linkLook}>
          {t(m.terms)}
        </a>
        {after}
      </Checkbox>
      {isMissing && (
        <p role="alert" className="text-12 text-warn">
          {t(m.termsMissing)}
        </p>
      )}
    </div>
  );
}

type CodeStepProps = {
  kind: RegisterKind;
  form: Form;
  times: Sent;
  send: () => Promise<Sent | undefined>;
  onDone: (user: UserInfo) => void;
  /** To the first step, by choice or because something there was refused. */
  onBack: (why?: Problem) => void;
};

function CodeStep({ kind, form, times, send, onDone, onBack }: CodeStepProps) {
  const t = useWords();
  const [code, setCode] = useState("");
  const door = useDoor(onDone);
  const channel = kind === "email" ? "email" : "sms";
  const { loginId, areaCode } = askOf(form);
  const enter = (given: string) => {
    if (given.length < codeLength) return;
    const shared = {
      code: given,
      password: form.passwords.password,
      terms: true as const,
      ...(form.referral === "" ? {} : { referralCode: form.referral }),
    };
    const entered =
      kind === "email"
        ? door.enter("registerEmail", { email: loginId, ...shared })
        : door.enter("registerPhone", { phone: loginId, areaCode: areaCode ?? "", ...shared });
    void entered.then((problem) => (problem !== undefined && isAboutFirstStep(problem) ? onBack(problem) : undefined));
  };
  return (
    <form
      className="grid gap-6"
      onSubmit={(event) => {
        event.preventDefault();
        enter(code);
      }}
    >
      <StepBack onPress={() => onBack()}>{t(m.back)}</StepBack>
      <StepHead
        title={t(kind === "email" ? m.checkEmail : m.checkPhone)}
        lead={t(m.sentTo, { address: kind === "email" ? loginId : `${areaCode ?? ""} ${loginId}` })}
      />
      <CodeField
        channel={channel}
        value={code}
        onChange={(next) => {
          door.forget();
          setCode(next);
        }}
        onComplete={enter}
        send={send}
        wasSent={times}
        problem={door.problem?.message}
      />
      <Button
        type="submit"
        look="primary"
        size="lg"
        isDisabled={code.length < codeLength}
        isPending={door.isPending}
        data-testid="register-confirm"
      >
        {t(m.confirm)}
      </Button>
      <NotArrived channel={channel} />
    </form>
  );
}
