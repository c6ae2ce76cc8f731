import { Tabs } from "@tidemark/kit-ui";
import { Link } from "@tanstack/react-router";
import { useEffect, useState } from "react";
import { m } from "../../features/auth/auth-messages.ts";
import { linkLook } from "../../features/auth/auth-page.tsx";
import { OtherWays } from "../../features/auth/other-ways.tsx";
import { QrSignIn } from "../../features/auth/qr-sign-in.tsx";
import { SignInForm } from "../../features/auth/sign-in-form.tsx";
import { appConfig } from "../../lib/app-config.ts";
import { useWords } from "../../lib/words.ts";
import { useUser } from "../../session/session.ts";
import { AuthFrame } from "./auth-frame.tsx";
import { useWayBack } from "./use-way-back.ts";

export function LoginRoute() {
  const t = useWords();
  const { project, switches } = appConfig();
  const [way, setWay] = useState<"password" | "qr">("password");
  const { backurl, goBack } = useWayBack();
  const user = useUser();
  // Who is already here has nothing to do on this page.
  // oxlint-disable-next-line react/exhaustive-deps -- once
  useEffect(() => void (user && goBack()), [user]);
  return (
    <AuthFrame>
      <h1 className="text-28 font-semibold tracking-[-0.025em]">{t(m.logIn)}</h1>
      {switches.qrLogin === true && (
        <Tabs
          label={t(m.ways)}
          isPage
          items={[
            { id: "password", label: t(m.byPassword) },
            { id: "qr", label: t(m.byQr) },
          ]}
          selected={way}
          onSelect={setWay}
          panelId="way-in"
        />
      )}
      <div id="way-in">
        {way === "password" ? <SignInForm onDone={() => goBack()} /> : <QrSignIn onDone={() => goBack()} />}
      </div>
      <OtherWays onDone={() => goBack()} backurl={backurl} hasPasskey />
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
    </AuthFrame>
  );
}
