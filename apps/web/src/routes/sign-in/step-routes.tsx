import { useNavigate, useParams } from "@tanstack/react-router";
import { type ReactNode, useEffect, useState } from "react";
import { ForgotForm } from "../../features/sign-in/forgot-form.tsx";
import { welcomeNewUser } from "../../features/sign-in/welcome.ts";
import { pendingReset, pendingSignIn, oauthRequest, oauthIdentity } from "../../features/sign-in/pending-sign-in.ts";
import { QrConfirm } from "../../features/sign-in/qr-confirm.tsx";
import { ResetForm } from "../../features/sign-in/reset-form.tsx";
import { SetPasswordForm } from "../../features/sign-in/set-password-form.tsx";
import { isProvider } from "../../session/credentials/oauth-marks.tsx";
import { AssociateForm, OAuthRegister, OAuthReturn } from "../../features/sign-in/oauth-steps.tsx";
import { VerifyForm } from "../../features/sign-in/verify-form.tsx";
import { pathOfSite } from "../../lib/client/page-hosts.ts";
import { useSecuritySettings } from "../../session/security-settings.ts";
import { contactKindOf } from "../../session/user.ts";
import { useUser } from "../../session/session.ts";
import { NotFound } from "../../shell/pages/not-found.tsx";
import { FactorPrompt } from "../factor-prompt.tsx";
import { SignInFrame } from "./sign-in-frame.tsx";
import { termsPath } from "./register-route.tsx";
import { useReturnPath } from "./use-return-path.ts";

const keepSearch = (search: Record<string, unknown>) => search as never;

/** A step that needs a pending state: without one it redirects to the first step. */
function PendingStep<T>({
  pending,
  firstStep,
  children,
}: {
  pending: T | undefined;
  firstStep: string;
  children: (pending: T) => ReactNode;
}) {
  const navigate = useNavigate();
  const isLost = pending === undefined;
  useEffect(() => {
    if (isLost) void navigate({ to: firstStep, search: keepSearch, replace: true });
  }, [isLost, firstStep, navigate]);
  return <SignInFrame>{pending === undefined ? null : children(pending)}</SignInFrame>;
}

export function VerifyRoute() {
  const { goBack } = useReturnPath();
  const [pending] = useState(pendingSignIn.get);
  return (
    <PendingStep pending={pending} firstStep="/auth/login">
      {(pending) => <VerifyForm pending={pending} onDone={() => goBack(oauthRequest.get()?.backurl)} />}
    </PendingStep>
  );
}

export function ForgotRoute() {
  const navigate = useNavigate();
  return (
    <SignInFrame>
      <ForgotForm onSent={() => void navigate({ to: "/auth/reset", search: keepSearch })} />
    </SignInFrame>
  );
}

export function ResetRoute() {
  const navigate = useNavigate();
  const [pending] = useState(pendingReset.get);
  return (
    <PendingStep pending={pending} firstStep="/auth/forgot">
      {(pending) => (
        <ResetForm
          pending={pending}
          onDone={() => {
            pendingReset.set(undefined);
            void navigate({ to: "/auth/login", search: keepSearch, replace: true });
          }}
        />
      )}
    </PendingStep>
  );
}

export function SetPasswordRoute() {
  const user = useUser();
  const { goBack } = useReturnPath();
  const { data: security } = useSecuritySettings();
  const hasPassword = security?.hasPassword === true;
  // A user with a password changes it in the Security Center.
  useEffect(() => {
    if (hasPassword) goBack("/personal/security");
  }, [hasPassword, goBack]);
  return (
    <SignInFrame>
      <SetPasswordForm
        channel={contactKindOf(user?.loginId ?? "") === "phone" ? "sms" : "email"}
        onDone={() => goBack("/personal/security")}
      />
    </SignInFrame>
  );
}

export function AssociateRoute() {
  const { goBack } = useReturnPath();
  const [pending] = useState(oauthIdentity.get);
  return (
    <PendingStep pending={pending} firstStep="/auth/login">
      {(found) => <AssociateForm found={found} onDone={() => goBack(oauthRequest.get()?.backurl)} />}
    </PendingStep>
  );
}

/** The parameters of the provider's callback: after the `?`, or after the `#` if they came as a form. */
function callbackOfProvider(): { code: string; state: string; iss?: string } {
  const text = location.hash.length > 1 ? location.hash.slice(1) : location.search;
  const fields = new URLSearchParams(text);
  const iss = fields.get("iss");
  return { code: fields.get("code") ?? "", state: fields.get("state") ?? "", ...(iss === null ? {} : { iss }) };
}

export function OAuthRoute() {
  const { provider = "" } = useParams({ strict: false }) as { provider?: string };
  const navigate = useNavigate();
  const { goBack } = useReturnPath();
  const [callback] = useState(callbackOfProvider);
  const [isNew, setIsNew] = useState(false);
  // The code is valid until it is used, so it must not stay in the URL.
  useEffect(() => history.replaceState(history.state, "", location.pathname), []);
  if (!isProvider(provider)) return <NotFound />;
  const back = () => goBack(oauthRequest.get()?.backurl);
  const found = oauthIdentity.get();
  return (
    <SignInFrame>
      {isNew && found !== undefined ? (
        <OAuthRegister
          found={found}
          termsHref={pathOfSite(termsPath)}
          onDone={() => {
            welcomeNewUser();
            back();
          }}
        />
      ) : (
        <OAuthReturn
          provider={provider}
          callback={callback}
          onDone={back}
          onLinkable={() => void navigate({ to: "/auth/associate", replace: true })}
          onUnknown={() => setIsNew(true)}
        />
      )}
    </SignInFrame>
  );
}

export function QrRoute() {
  const { code = "" } = useParams({ strict: false }) as { code?: string };
  return (
    <SignInFrame>
      <QrConfirm code={code} />
      <FactorPrompt />
    </SignInFrame>
  );
}
