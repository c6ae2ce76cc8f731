import { referralShape } from "@tidemark/contracts";
import { Tabs } from "@tidemark/kit-ui";
import { Link, useNavigate, useParams, useRouterState, useSearch } from "@tanstack/react-router";
import { m } from "../../features/sign-in/sign-in-messages.ts";
import { linkLook } from "../../features/sign-in/step-parts.tsx";
import { OtherMethods } from "../../features/sign-in/other-methods.tsx";
import { RegisterForm, type RegisterKind } from "../../features/sign-in/register-form.tsx";
import { appConfig } from "../../lib/config/app-config.ts";
import { pathOfSite } from "../../lib/client/page-hosts.ts";
import { useTexts } from "../../lib/i18n/texts.ts";
import { welcomeNewUser } from "../../features/sign-in/welcome.ts";
import { builtPaths } from "../paths.ts";
import { SignInFrame } from "./sign-in-frame.tsx";
import { BonusPanel, TrustPanel } from "./trust-panel.tsx";
import { useReturnPath } from "./use-return-path.ts";

export const termsPath = builtPaths.terms.path;
const keepSearch = (search: Record<string, unknown>) => search as never;

export function RegisterRoute() {
  const t = useTexts();
  const { switches } = appConfig();
  const kind: RegisterKind = useParams({ strict: false }).kind === "phone" ? "phone" : "email";
  const { invite } = useSearch({ strict: false }) as { invite?: unknown };
  // The contact typed on the home page is passed in the history state, not in the URL.
  const typed = useRouterState({ select: ({ location }) => (location.state as { account?: string }).account ?? "" });
  const navigate = useNavigate();
  const { backurl, goBack } = useReturnPath();
  const isPhone = /^\d+$/.test(typed);
  const initial = {
    loginId: (kind === "phone") === isPhone ? typed : "",
    referral: typeof invite === "string" && referralShape.test(invite) ? invite : "",
  };
  const arrived = () => {
    welcomeNewUser();
    goBack();
  };
  const panel = switches.registerBonus === true ? <BonusPanel /> : <TrustPanel />;
  return (
    <SignInFrame panel={panel}>
      <RegisterForm
        key={kind}
        kind={kind}
        initial={initial}
        termsHref={pathOfSite(termsPath)}
        onDone={arrived}
        head={
          <>
            <h1 className="text-28 font-semibold tracking-[-0.025em]">{t(m.createAccount)}</h1>
            <Tabs
              label={t(m.registerWith)}
              isPage
              items={[
                { id: "email", label: t(m.email) },
                { id: "phone", label: t(m.phone) },
              ]}
              selected={kind}
              onSelect={(next) =>
                void navigate({ to: "/auth/register/$kind", params: { kind: next }, search: keepSearch, replace: true })
              }
            />
          </>
        }
      >
        <OtherMethods onDone={() => goBack()} backurl={backurl} hasPasskey={false} />
        <p className="text-center text-13 text-muted">
          {t(m.haveAccount)}{" "}
          <Link to="/auth/login" search={keepSearch} className={linkLook}>
            {t(m.logIn)}
          </Link>
        </p>
      </RegisterForm>
    </SignInFrame>
  );
}
