import { useNavigate, useParams } from "@tanstack/react-router";
import { type ReactNode, useEffect, useState } from "react";
import { ForgotForm } from "../../features/auth/forgot-form.tsx";
import { greetNewcomer } from "../../features/auth/newcomer.ts";
import { pendingReset, pendingSignIn, thirdAway, thirdFound } from "../../features/auth/pending.ts";
import { QrConfirm } from "../../features/auth/qr-confirm.tsx";
import { ResetForm } from "../../features/auth/reset-form.tsx";
import { SetPasswordForm } from "../../features/auth/set-password-form.tsx";
import { isProvider } from "../../lib/account/third-marks.tsx";
import { AssociateForm, ThirdRegister, ThirdReturn } from "../../features/auth/third-steps.tsx";
import { VerifyForm } from "../../features/auth/verify-form.tsx";
import { pathOfSite } from "../../lib/place.ts";
import { useGuards } from "../../session/guards.ts";
import { loginKindOf } from "../../session/user.ts";
import { useUser } from "../../session/session.ts";
import { NotFound } from "../../shell/not-found.tsx";
import { AuthFrame } from "./auth-frame.tsx";
import { termsPath } from "./register-route.tsx";
import { useWayBack } from "./use-way-back.ts";

const keepSearch = (search: Record<string, unknown>) => search as never;

/** A step in the middle: who has nothing to go on with begins at its beginning. */
function Midway<T>({
  held,
  begin,
  children,
}: {
  held: T | undefined;
  begin: string;
  children: (held: T) => ReactNode;
}) {
  const navigate = useNavigate();
  const isLost = held === undefined;
  useEffect(() => {
    if (isLost) void navigate({ to: begin, search: keepSearch, replace: true });
  }, [isLost, begin, navigate]);
  return <AuthFrame>{held === undefined ? null : children(held)}</AuthFrame>;
}

export function VerifyRoute() {
  const { goBack } = useWayBack();
  const [held] = useState(pendingSignIn.get);
  return (
    <Midway held={held} begin="/auth/login">
      {(pending) => <VerifyForm pending={pending} onDone={() => goBack(thirdAway.get()?.backurl)} />}
    </Midway>
  );
}

export function ForgotRoute() {
  const navigate = useNavigate();
  return (
    <AuthFrame>
      <ForgotForm onSent={() => void navigate({ to: "/auth/reset", search: keepSearch })} />
    </AuthFrame>
  );
}

export function ResetRoute() {
  const navigate = useNavigate();
  const [held] = useState(pendingReset.get);
  return (
    <Midway held={held} begin="/auth/forgot">
      {(pending) => (
        <ResetForm
          pending={pending}
          onDone={() => {
            pendingReset.set(undefined);
            void navigate({ to: "/auth/login", search: keepSearch, replace: true });
          }}
        />
      )}
    </Midway>
  );
}

export function SetPasswordRoute() {
  const user = useUser();
  const { goBack } = useWayBack();
  const { data: guards } = useGuards();
  const hasPassword = guards?.hasPassword === true;
  // Who has one changes it by showing it, in the Security Center.
  useEffect(() => {
    if (hasPassword) goBack("/personal/security");
  }, [hasPassword, goBack]);
  return (
    <AuthFrame>
      <SetPasswordForm
        channel={loginKindOf(user?.loginId ?? "") === "phone" ? "sms" : "email"}
        onDone={() => goBack("/personal/security")}
      />
    </AuthFrame>
  );
}

export function AssociateRoute() {
  const { goBack } = useWayBack();
  const [held] = useState(thirdFound.get);
  return (
    <Midway held={held} begin="/auth/login">
      {(found) => <AssociateForm found={found} onDone={() => goBack(thirdAway.get()?.backurl)} />}
    </Midway>
  );
}

/** What a provider wrote into our address: behind the `?`, or behind the `#` where it came as a form. */
function givenByProvider(): { code: string; state: string; iss?: string } {
  const text = location.hash.length > 1 ? location.hash.slice(1) : location.search;
  const fields = new URLSearchParams(text);
  const iss = fields.get("iss");
  return { code: fields.get("code") ?? "", state: fields.get("state") ?? "", ...(iss === null ? {} : { iss }) };
}

export function ThirdRoute() {
  const { provider = "" } = useParams({ strict: false }) as { provider?: string };
  const navigate = useNavigate();
  const { goBack } = useWayBack();
  const [given] = useState(givenByProvider);
  const [isNew, setIsNew] = useState(false);
  // The code is worth something until it is used: it does not stay in the address.
  useEffect(() => history.replaceState(history.state, "", location.pathname), []);
  if (!isProvider(provider)) return <NotFound />;
  const back = () => goBack(thirdAway.get()?.backurl);
  const found = thirdFound.get();
  return (
    <AuthFrame>
      {isNew && found !== undefined ? (
        <ThirdRegister
          found={found}
          termsAddress={pathOfSite(termsPath)}
          onDone={() => {
            greetNewcomer();
            back();
          }}
        />
      ) : (
        <ThirdReturn
          provider={provider}
          given={given}
          onDone={back}
          onLinkable={() => void navigate({ to: "/auth/associate", replace: true })}
          onUnknown={() => setIsNew(true)}
        />
      )}
    </AuthFrame>
  );
}

export function QrRoute() {
  const { code = "" } = useParams({ strict: false }) as { code?: string };
  return (
    <AuthFrame>
      <QrConfirm code={code} />
    </AuthFrame>
  );
}
