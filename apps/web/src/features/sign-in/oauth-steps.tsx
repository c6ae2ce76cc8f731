import { codeLength, emailShape, referralShape, type UserInfo } from "@tidemark/contracts";
import { Note, PasswordField, Tag, TextField, toast } from "@tidemark/kit-ui";
import { useEffect, useRef, useState } from "react";
import { appConfig } from "../../lib/config/app-config.ts";
import { FormShell } from "../../lib/forms/form-shell.tsx";
import { useTexts } from "../../lib/i18n/texts.ts";
import { m } from "./sign-in-messages.ts";
import { StepBack, StepHead } from "./step-parts.tsx";
import { CodeField, codeMissing, NotArrived } from "../../session/credentials/code-field.tsx";
import { sent } from "../../session/credentials/retry-busy.ts";
import { useSignIn, useRobotCheck } from "./use-sign-in.ts";
import { oauthRequest, type OAuthIdentity, oauthIdentity } from "./pending-sign-in.ts";
import { Referral, Terms } from "./register-form.tsx";
import { AppleMark, GoogleMark, type Provider, oauthNames } from "../../session/credentials/oauth-marks.tsx";

const markOf = (provider: Provider) => (provider === "google" ? <GoogleMark /> : <AppleMark />);
type OAuthReturnProps = {
  provider: Provider;
  /** The parameters of the provider's callback. */
  callback: { readonly code: string; readonly state: string; readonly iss?: string | undefined };
  onDone: (backurl: string | undefined) => void;
  onLinkable: () => void;
  onUnknown: () => void;
};

/** After the provider's redirect: finishes the sign-in, once. */
export function OAuthReturn({ provider, callback, onDone, onLinkable, onUnknown }: OAuthReturnProps) {
  const t = useTexts();
  const wasAsked = useRef(false);
  const [failed, setFailed] = useState<string>();
  const signIn = useSignIn(() => onDone(oauthRequest.get()?.backurl));
  useEffect(() => {
    if (wasAsked.current) return;
    wasAsked.current = true;
    const request = oauthRequest.get();
    const { code, state, iss } = callback;
    if (request === null || request.provider !== provider || code === "")
      return setFailed(t(m.oauthFailed, { provider: oauthNames[provider] }));
    void signIn
      .submit("finishOAuth", { ticket: request.ticket, provider, code, state, ...(iss === undefined ? {} : { iss }) })
      .then((problem) => {
        if (problem === undefined || problem.refusal === "VERIFY_NEEDED") return;
        const facts = problem.facts as Readonly<Record<string, string | undefined>>;
        oauthIdentity.set({
          ticket: facts.ticket ?? request.ticket,
          provider,
          email: facts.email ?? "",
          hasPassword: facts.hasPassword !== "false",
        });
        if (problem.refusal === "OAUTH_LINKABLE") onLinkable();
        else if (problem.refusal === "OAUTH_UNKNOWN") onUnknown();
        else setFailed(problem.message);
      });
    // oxlint-disable-next-line react/exhaustive-deps -- the provider's code is used once
  }, []);
  const name = oauthNames[provider];
  if (failed === undefined)
    return <p className="text-center text-14 text-muted">{t(m.oauthWait, { provider: name })}</p>;
  return (
    <div className="grid gap-6">
      <StepHead title={t(m.oauthFailed, { provider: name })} />
      <Note tone="warn">{failed}</Note>
      <StepBack to="/auth/login">{t(m.backToLogIn)}</StepBack>
    </div>
  );
}

/** The two accounts that become one: a provider's and ours. */
function BothAccounts({ found }: { found: OAuthIdentity }) {
  const t = useTexts();
  const provider = found.provider as Provider;
  const { name } = appConfig().project;
  const rows = [
    {
      mark: markOf(provider),
      title: t(m.oauthAccount, { provider: oauthNames[provider] }),
      tag: <Tag>{t(m.oauthTagNew)}</Tag>,
    },
    { mark: undefined, title: t(m.ownAccount, { name }), tag: <Tag tone="brand">{t(m.oauthTagYours)}</Tag> },
  ];
  return (
    <ul className="divide-y divide-line rounded-panel ring-1 ring-line ring-inset">
      {rows.map(({ mark, title, tag }) => (
        <li key={title} className="flex items-center gap-3 px-4 py-3.5">
          <span className="grid size-4 flex-none place-items-center">
            {mark ?? <span aria-hidden className="size-2 rounded-full bg-brand" />}
          </span>
          <span className="grid min-w-0 flex-1">
            <span className="font-medium">{title}</span>
            <span className="truncate text-12 text-muted">
              <bdi>{found.email}</bdi>
            </span>
          </span>
          {tag}
        </li>
      ))}
    </ul>
  );
}

/** The e-mail already has an account: its owner links the provider, with all factors of the account. */
export function AssociateForm({ found, onDone }: { found: OAuthIdentity; onDone: (user: UserInfo) => void }) {
  const t = useTexts();
  const [password, setPassword] = useState("");
  const signIn = useSignIn(onDone);
  const problem = signIn.problem?.refusal === "VERIFY_NEEDED" ? undefined : signIn.problem;
  return (
    <FormShell
      submitLabel={t(m.associateSubmit)}
      isPending={signIn.isPending}
      isDisabled={found.hasPassword && password === ""}
      onSubmit={() =>
        void signIn.submit("associateOAuth", { ticket: found.ticket, ...(found.hasPassword ? { password } : {}) })
      }
      hasFocus
      submitTestId="associate-submit"
      after={<StepBack to="/auth/login">{t(m.associateOther)}</StepBack>}
    >
      <StepHead title={t(m.associateTitle)} lead={t(m.associateLead)} />
      <BothAccounts found={found} />
      {found.hasPassword ? (
        <PasswordField
          label={t(m.password)}
          value={password}
          onChange={(text) => {
            signIn.clearProblem();
            setPassword(text);
          }}
          autoComplete="current-password"
          showLabel={t(m.show)}
          hideLabel={t(m.hide)}
          maxLength={40}
          problem={problem?.message}
          testId="associate-password"
        />
      ) : (
        problem !== undefined && <Note tone="warn">{problem.message}</Note>
      )}
    </FormShell>
  );
}

type OAuthRegisterProps = { found: OAuthIdentity; termsHref: string; onDone: (user: UserInfo) => void };

/** A new user: terms, referral, and an e-mail if the provider has verified none. */
export function OAuthRegister({ found, termsHref, onDone }: OAuthRegisterProps) {
  const t = useTexts();
  const [isAgreed, setIsAgreed] = useState(false);
  const [referral, setReferral] = useState("");
  const [email, setEmail] = useState("");
  const [code, setCode] = useState("");
  const [showsProblems, setShowsProblems] = useState(false);
  const signIn = useSignIn(onDone);
  const robotCheck = useRobotCheck();
  const needsEmail = found.email === "";
  const isReferralWrong = referral !== "" && !referralShape.test(referral);
  const isEmailWrong = needsEmail && !emailShape.test(email);
  const isCodeShort = needsEmail && code.length < codeLength;
  const send = async () => {
    setShowsProblems(true);
    const robot = isEmailWrong ? undefined : await robotCheck();
    return robot === undefined ? undefined : sent("sendCode", { purpose: "register", loginId: email, robot });
  };
  const submit = async () => {
    setShowsProblems(true);
    if (!isAgreed || isReferralWrong || isEmailWrong || isCodeShort) return;
    const problem = await signIn.submit("registerOAuth", {
      ticket: found.ticket,
      terms: true,
      ...(referral === "" ? {} : { referralCode: referral }),
      ...(needsEmail ? { email, code } : {}),
    });
    if (problem !== undefined && problem.refusal !== "CODE_WRONG" && problem.refusal !== "REFERRAL_UNKNOWN")
      toast.error(problem.message);
  };
  const messageFor = (refusal: string) => (signIn.problem?.refusal === refusal ? signIn.problem.message : undefined);
  return (
    <FormShell
      submitLabel={t(m.register)}
      isPending={signIn.isPending}
      onSubmit={() => void submit()}
      hasFocus
      submitTestId="third-register"
    >
      <StepHead title={t(m.oauthNew)} lead={t(m.oauthNewLead, { provider: oauthNames[found.provider as Provider] })} />
      {needsEmail && (
        <>
          <TextField
            label={t(m.email)}
            value={email}
            onChange={setEmail}
            type="email"
            autoComplete="email"
            problem={showsProblems && isEmailWrong ? t(m.emailMissing) : undefined}
            testId="third-email"
          />
          <CodeField
            channel="email"
            value={code}
            onChange={setCode}
            send={send}
            problem={messageFor("CODE_WRONG") ?? (showsProblems && isCodeShort ? t(codeMissing.email) : undefined)}
          />
          <NotArrived channel="email" />
        </>
      )}
      <Referral
        value={referral}
        onChange={setReferral}
        problem={messageFor("REFERRAL_UNKNOWN") ?? (showsProblems && isReferralWrong ? t(m.referralWrong) : undefined)}
      />
      <Terms isAgreed={isAgreed} onChange={setIsAgreed} showsProblems={showsProblems} address={termsHref} />
    </FormShell>
  );
}
