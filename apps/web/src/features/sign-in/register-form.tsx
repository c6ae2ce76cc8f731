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
import { Checkbox, Disclosure, TextField } from "@tidemark/kit-ui";
import { type ReactNode, useEffect, useState } from "react";
import { FormShell } from "../../lib/forms/form-shell.tsx";
import { useTexts } from "../../lib/i18n/texts.ts";
import { type Contact, askOf, CountryCode, noContact } from "../../session/credentials/contact-field.tsx";
import { m } from "./sign-in-messages.ts";
import { AddressText, linkLook, StepBack, StepHead } from "./step-parts.tsx";
import { CodeField, NotArrived, type Sent } from "../../session/credentials/code-field.tsx";
import { sent } from "../../session/credentials/retry-busy.ts";
import { useSignIn, useRobotCheck } from "./use-sign-in.ts";
import { NewPasswordFields } from "../../session/credentials/new-password.tsx";
import { type NewPassword, noPassword, passwordProblems } from "../../session/credentials/password-problems.ts";
import { prepareRobotCheck } from "./robot-check.ts";

export type RegisterKind = "email" | "phone";
type Form = Contact & { passwords: NewPassword; referral: string; isAgreed: boolean };

function accountProblem(kind: RegisterKind, loginId: string): keyof typeof m | undefined {
  if (kind === "phone") return phoneShape.test(loginId) ? undefined : "phoneWrong";
  if (loginId.length > emailLengthMax) return "emailTooLong";
  return emailShape.test(loginId) ? undefined : "emailMissing";
}

/** Refusals after the code that concern fields of the first step. */
const aboutFirstStep: readonly Refusal[] = ["REFERRAL_UNKNOWN", "PASSWORD_COMMON", "PHONE_INVALID", "ACCOUNT_EXISTS"];
const isAboutFirstStep = ({ refusal }: Problem): boolean => refusal !== undefined && aboutFirstStep.includes(refusal);

/** A code that was sent: to which contact, and when. */
type CodeRequest = Sent & { readonly to: string; readonly at: number };
const waitsLonger = ({ resendSeconds, validMinutes, at }: CodeRequest): Sent => ({
  resendSeconds: Math.max(0, resendSeconds - Math.floor((Date.now() - at) / 1_000)),
  validMinutes,
});

type RegisterFormProps = {
  kind: RegisterKind;
  /** The contact typed on the home page, and the referral code of an invitation link. */
  initial: { readonly loginId: string; readonly referral: string };
  termsHref: string;
  onDone: (user: UserInfo) => void;
  /** Above the first step, and further sign-in methods below it. */
  head: ReactNode;
  children: ReactNode;
};

/** First contact and password, then the code that confirms the contact. */
export function RegisterForm({ kind, initial, termsHref, onDone, head, children }: RegisterFormProps) {
  const t = useTexts();
  const [form, setForm] = useState<Form>(() => ({
    ...noContact(),
    ...initial,
    passwords: noPassword,
    isAgreed: false,
  }));
  const [showsProblems, setShowsProblems] = useState(false);
  const [isSending, setIsSending] = useState(false);
  const [codeRequest, setCodeRequest] = useState<CodeRequest>();
  const [isAtCode, setIsAtCode] = useState(false);
  const [problem, setProblem] = useState<Problem>();
  const robotCheck = useRobotCheck();
  useEffect(prepareRobotCheck, []);

  const wrong = accountProblem(kind, form.loginId.trim());
  const isReferralWrong = form.referral !== "" && !referralShape.test(form.referral);
  const isWhole =
    wrong === undefined &&
    Object.keys(passwordProblems(form.passwords)).length === 0 &&
    form.isAgreed &&
    !isReferralWrong;

  const send = async () => {
    const robot = await robotCheck();
    if (robot === undefined) return undefined;
    return sent("sendCode", { purpose: "register", ...askOf(form), robot }, (refused) => {
      if (isAtCode || !isAboutFirstStep(refused)) return false;
      setProblem(refused);
      return true;
    });
  };
  const submit = async () => {
    setShowsProblems(true);
    if (!isWhole) return;
    const { loginId, areaCode = "" } = askOf(form);
    const to = areaCode + loginId;
    // A user who went back to correct another field already has the code.
    if (codeRequest?.to === to) return setIsAtCode(true);
    setIsSending(true);
    const times = await send().finally(() => setIsSending(false));
    if (times === undefined) return;
    setCodeRequest({ ...times, to, at: Date.now() });
    setIsAtCode(true);
  };

  if (isAtCode && codeRequest !== undefined)
    return (
      <CodeStep
        kind={kind}
        form={form}
        times={waitsLonger(codeRequest)}
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
  const messageFor = (...about: Refusal[]) =>
    problem?.refusal !== undefined && about.includes(problem.refusal) ? problem.message : undefined;
  return (
    <>
      {head}
      <FormShell
        submitLabel={t(m.register)}
        isPending={isSending}
        onSubmit={() => void submit()}
        hasFocus
        submitTestId="register-submit"
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
          problem={
            messageFor("PHONE_INVALID", "ACCOUNT_EXISTS") ??
            (showsProblems && wrong !== undefined ? t(m[wrong]) : undefined)
          }
          testId="register-id"
        />
        <NewPasswordFields
          value={form.passwords}
          onChange={(passwords) => change({ passwords })}
          showsProblems={showsProblems}
          problem={messageFor("PASSWORD_COMMON")}
        />
        <Referral
          value={form.referral}
          onChange={(referral) => change({ referral })}
          problem={
            messageFor("REFERRAL_UNKNOWN") ?? (showsProblems && isReferralWrong ? t(m.referralWrong) : undefined)
          }
        />
        <Terms
          isAgreed={form.isAgreed}
          onChange={(isAgreed) => change({ isAgreed })}
          showsProblems={showsProblems}
          address={termsHref}
        />
      </FormShell>
      {children}
    </>
  );
}

type ReferralProps = { value: string; onChange: (code: string) => void; problem: string | undefined };

/** Opened by invited users to type the code; an invitation link fills it in. */
export function Referral({ value, onChange, problem }: ReferralProps) {
  const t = useTexts();
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

type TermsProps = { isAgreed: boolean; onChange: (isAgreed: boolean) => void; showsProblems: boolean; address: string };

/** The terms must be agreed to before an account is opened. */
export function Terms({ isAgreed, onChange, showsProblems, address }: TermsProps) {
  const t = useTexts();
  const gap = "\uFFFC";
  const [before, after = ""] = t(m.agree, { terms: gap }).split(gap);
  const isMissing = showsProblems && !isAgreed;
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
  const t = useTexts();
  const [code, setCode] = useState("");
  const signIn = useSignIn(onDone);
  const channel = kind === "email" ? "email" : "sms";
  const { loginId, areaCode } = askOf(form);
  const submit = (given: string) => {
    if (given.length < codeLength) return;
    const shared = {
      code: given,
      password: form.passwords.password,
      terms: true as const,
      ...(form.referral === "" ? {} : { referralCode: form.referral }),
    };
    const entered =
      kind === "email"
        ? signIn.submit("registerEmail", { email: loginId, ...shared })
        : signIn.submit("registerPhone", { phone: loginId, areaCode: areaCode ?? "", ...shared });
    void entered.then((problem) => {
      if (problem === undefined) return;
      if (isAboutFirstStep(problem)) return onBack(problem);
      // A wrong code is typed anew, not corrected.
      if (problem.refusal === "CODE_WRONG") setCode("");
    });
  };
  return (
    <FormShell
      gap="steps"
      submitLabel={t(m.confirm)}
      isPending={signIn.isPending}
      isDisabled={code.length < codeLength}
      onSubmit={() => submit(code)}
      hasFocus
      submitTestId="register-confirm"
      after={<NotArrived channel={channel} />}
    >
      <StepBack onPress={() => onBack()}>{t(m.back)}</StepBack>
      <StepHead
        title={t(kind === "email" ? m.checkEmail : m.checkPhone)}
        lead={
          <AddressText
            text={(gap) => t(m.sentTo, { address: gap })}
            address={kind === "email" ? loginId : `${areaCode ?? ""} ${loginId}`}
          />
        }
      />
      <CodeField
        channel={channel}
        value={code}
        onChange={(next) => {
          signIn.clearProblem();
          setCode(next);
        }}
        onComplete={submit}
        send={send}
        wasSent={times}
        problem={signIn.problem?.message}
      />
    </FormShell>
  );
}
