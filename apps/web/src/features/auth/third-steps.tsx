import { codeLength, emailShape, referralShape, type UserInfo } from "@tidemark/contracts";
import { Button, Note, PasswordField, Tag, TextField, toast } from "@tidemark/kit-ui";
import { useEffect, useRef, useState } from "react";
import { appConfig } from "../../lib/app-config.ts";
import { useWords } from "../../lib/words.ts";
import { m } from "./auth-messages.ts";
import { StepBack, StepHead } from "./auth-page.tsx";
import { CodeField, codeMissing, NotArrived } from "../../lib/account/code-field.tsx";
import { sent } from "../../lib/account/ask-patiently.ts";
import { useDoor, useHuman } from "./door.ts";
import { thirdAway, type ThirdFound, thirdFound } from "./pending.ts";
import { Referral, Terms } from "./register-form.tsx";
import { AppleMark, GoogleMark, type Provider, thirdNames } from "../../lib/account/third-marks.tsx";

const markOf = (provider: Provider) => (provider === "google" ? <GoogleMark /> : <AppleMark />);
type ThirdReturnProps = {
  provider: Provider;
  /** What the provider wrote behind our address. */
  given: { readonly code: string; readonly state: string; readonly iss?: string | undefined };
  onDone: (backurl: string | undefined) => void;
  onLinkable: () => void;
  onUnknown: () => void;
};

/** Back from the provider: asks the exchange who that was, once. */
export function ThirdReturn({ provider, given, onDone, onLinkable, onUnknown }: ThirdReturnProps) {
  const t = useWords();
  const wasAsked = useRef(false);
  const [failed, setFailed] = useState<string>();
  const door = useDoor(() => onDone(thirdAway.get()?.backurl));
  useEffect(() => {
    if (wasAsked.current) return;
    wasAsked.current = true;
    const away = thirdAway.get();
    const { code, state, iss } = given;
    if (away === null || away.provider !== provider || code === "")
      return setFailed(t(m.thirdFailed, { provider: thirdNames[provider] }));
    void door
      .enter("finishThird", { ticket: away.ticket, provider, code, state, ...(iss === undefined ? {} : { iss }) })
      .then((problem) => {
        if (problem === undefined || problem.refusal === "VERIFY_NEEDED") return;
        const facts = problem.facts as Readonly<Record<string, string | undefined>>;
        thirdFound.set({
          ticket: facts.ticket ?? away.ticket,
          provider,
          email: facts.email ?? "",
          hasPassword: facts.hasPassword !== "false",
        });
        if (problem.refusal === "THIRD_LINKABLE") onLinkable();
        else if (problem.refusal === "THIRD_UNKNOWN") onUnknown();
        else setFailed(problem.message);
      });
    // oxlint-disable-next-line react/exhaustive-deps -- what the provider gave is used once
  }, []);
  const name = thirdNames[provider];
  if (failed === undefined)
    return <p className="text-center text-14 text-muted">{t(m.thirdWait, { provider: name })}</p>;
  return (
    <div className="grid gap-6">
      <StepHead title={t(m.thirdFailed, { provider: name })} />
      <Note tone="warn">{failed}</Note>
      <StepBack to="/auth/login">{t(m.backToLogIn)}</StepBack>
    </div>
  );
}

/** The two accounts that become one: a provider's and ours. */
function BothAccounts({ found }: { found: ThirdFound }) {
  const t = useWords();
  const provider = found.provider as Provider;
  const { name } = appConfig().project;
  const rows = [
    {
      mark: markOf(provider),
      title: t(m.thirdAccount, { provider: thirdNames[provider] }),
      tag: <Tag>{t(m.thirdTagNew)}</Tag>,
    },
    { mark: undefined, title: t(m.ownAccount, { name }), tag: <Tag tone="brand">{t(m.thirdTagYours)}</Tag> },
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

/** The address has an account already: its owner links it, by everything that guards it. */
export function AssociateForm({ found, onDone }: { found: ThirdFound; onDone: (user: UserInfo) => void }) {
  const t = useWords();
  const [password, setPassword] = useState("");
  const door = useDoor(onDone);
  const problem = door.problem?.refusal === "VERIFY_NEEDED" ? undefined : door.problem;
  return (
    <form
      className="grid gap-5"
      onSubmit={(event) => {
        event.preventDefault();
        void door.enter("associateThird", { ticket: found.ticket, ...(found.hasPassword ? { password } : {}) });
      }}
    >
      <StepHead title={t(m.associateTitle)} lead={t(m.associateLead)} />
      <BothAccounts found={found} />
      {found.hasPassword ? (
        <PasswordField
          label={t(m.password)}
          value={password}
          onChange={(text) => {
            door.forget();
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
      <Button
        type="submit"
        look="primary"
        size="lg"
        isDisabled={found.hasPassword && password === ""}
        isPending={door.isPending}
        data-testid="associate-submit"
      >
        {t(m.associateSubmit)}
      </Button>
      <StepBack to="/auth/login">{t(m.associateOther)}</StepBack>
    </form>
  );
}

type ThirdRegisterProps = { found: ThirdFound; termsAddress: string; onDone: (user: UserInfo) => void };

/** Somebody new: the terms, a referral, and an address of his own where the provider vouches for none. */
export function ThirdRegister({ found, termsAddress, onDone }: ThirdRegisterProps) {
  const t = useWords();
  const [isAgreed, setIsAgreed] = useState(false);
  const [referral, setReferral] = useState("");
  const [email, setEmail] = useState("");
  const [code, setCode] = useState("");
  const [isTold, setIsTold] = useState(false);
  const door = useDoor(onDone);
  const human = useHuman();
  const needsEmail = found.email === "";
  const isReferralWrong = referral !== "" && !referralShape.test(referral);
  const isEmailWrong = needsEmail && !emailShape.test(email);
  const isCodeShort = needsEmail && code.length < codeLength;
  const send = async () => {
    setIsTold(true);
    const robot = isEmailWrong ? undefined : await human();
    return robot === undefined ? undefined : sent("sendCode", { purpose: "register", loginId: email, robot });
  };
  const submit = async () => {
    setIsTold(true);
    if (!isAgreed || isReferralWrong || isEmailWrong || isCodeShort) return;
    const problem = await door.enter("registerThird", {
      ticket: found.ticket,
      terms: true,
      ...(referral === "" ? {} : { referralCode: referral }),
      ...(needsEmail ? { email, code } : {}),
    });
    if (problem !== undefined && problem.refusal !== "CODE_WRONG" && problem.refusal !== "REFERRAL_UNKNOWN")
      toast.error(problem.message);
  };
  const said = (refusal: string) => (door.problem?.refusal === refusal ? door.problem.message : undefined);
  return (
    <form
      className="grid gap-5"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        void submit();
      }}
    >
      <StepHead title={t(m.thirdNew)} lead={t(m.thirdNewLead, { provider: thirdNames[found.provider as Provider] })} />
      {needsEmail && (
        <>
          <TextField
            label={t(m.email)}
            value={email}
            onChange={setEmail}
            type="email"
            autoComplete="email"
            problem={isTold && isEmailWrong ? t(m.emailMissing) : undefined}
            testId="third-email"
          />
          <CodeField
            channel="email"
            value={code}
            onChange={setCode}
            send={send}
            problem={said("CODE_WRONG") ?? (isTold && isCodeShort ? t(codeMissing.email) : undefined)}
          />
          <NotArrived channel="email" />
        </>
      )}
      <Referral
        value={referral}
        onChange={setReferral}
        problem={said("REFERRAL_UNKNOWN") ?? (isTold && isReferralWrong ? t(m.referralWrong) : undefined)}
      />
      <Terms isAgreed={isAgreed} onChange={setIsAgreed} isTold={isTold} address={termsAddress} />
      <Button type="submit" look="primary" size="lg" isPending={door.isPending} data-testid="third-register">
        {t(m.register)}
      </Button>
    </form>
  );
}
