import { Tabs } from "@tidemark/kit-ui";
import { Link } from "@tanstack/react-router";
import { useEffect, useState } from "react";
import { m } from "../../features/sign-in/sign-in-messages.ts";
import { linkLook } from "../../features/sign-in/step-parts.tsx";
import { OtherMethods } from "../../features/sign-in/other-methods.tsx";
import { QrSignIn } from "../../features/sign-in/qr-sign-in.tsx";
import { SignInForm } from "../../features/sign-in/sign-in-form.tsx";
import { appConfig } from "../../lib/config/app-config.ts";
import { useTexts } from "../../lib/i18n/texts.ts";
import { useUser } from "../../session/session.ts";
import { SignInFrame } from "./sign-in-frame.tsx";
import { useReturnPath } from "./use-return-path.ts";

export function SignInRoute() {
  const t = useTexts();
  const { project, switches } = appConfig();
  const [method, setMethod] = useState<"password" | "qr">("password");
  const { backurl, goBack } = useReturnPath();
  const user = useUser();
  // A signed-in user does not need this page.
  // oxlint-disable-next-line react/exhaustive-deps -- once
  useEffect(() => void (user && goBack()), [user]);
  return (
    <SignInFrame>
      <h1 className="text-28 font-semibold tracking-[-0.025em]">{t(m.logIn)}</h1>
      {switches.qrLogin === true && (
        <Tabs
          label={t(m.ways)}
          isPage
          items={[
            { id: "password", label: t(m.byPassword) },
            { id: "qr", label: t(m.byQr) },
          ]}
          selected={method}
          onSelect={setMethod}
          panelId="way-in"
        />
      )}
      <div id="way-in">
        {method === "password" ? <SignInForm onDone={() => goBack()} /> : <QrSignIn onDone={() => goBack()} />}
      </div>
      <OtherMethods onDone={() => goBack()} backurl={backurl} hasPasskey />
      <p className="text-center text-13 text-muted">
        {t(m.newHere, { name: project.name })}{" "}
        <Link
          to="/auth/register/$kind"
          params={{ kind: "email" }}
          search={(search: Record<string, unknown>) => search as never}
          className={linkLook}
        >
          {t(m.register)}
        </Link>
      </p>
    </SignInFrame>
  );
}
