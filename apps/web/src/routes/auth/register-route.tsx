import { referralShape } from "@tidemark/contracts";
import { Tabs } from "@tidemark/kit-ui";
import { Link, useNavigate, useParams, useRouterState, useSearch } from "@tanstack/react-router";
import { m } from "../../features/auth/auth-messages.ts";
import { linkLook } from "../../features/auth/auth-page.tsx";
import { OtherWays } from "../../features/auth/other-ways.tsx";
import { RegisterForm, type RegisterKind } from "../../features/auth/register-form.tsx";
import { appConfig } from "../../lib/app-config.ts";
import { pathOfSite } from "../../lib/place.ts";
import { useWords } from "../../lib/words.ts";
import { greetNewcomer } from "../../features/auth/newcomer.ts";
import { AuthFrame } from "./auth-frame.tsx";
import { BonusPanel, TrustPanel } from "./trust-panel.tsx";
import { useWayBack } from "./use-way-back.ts";

export const termsPath = "/announcements/terms";
const keepSearch = (search: Record<string, unknown>) => search as never;

export function RegisterRoute() {
  const t = useWords();
  const { switches } = appConfig();
  const kind: RegisterKind = useParams({ strict: false }).kind === "phone" ? "phone" : "email";
  const { invite } = useSearch({ strict: false }) as { invite?: unknown };
  // What was typed on the front page comes along in the history, not in the address.
  const typed = useRouterState({ select: ({ location }) => (location.state as { account?: string }).account ?? "" });
  const navigate = useNavigate();
  const { backurl, goBack } = useWayBack();
  const isPhone = /^\d+$/.test(typed);
  const begin = {
    loginId: (kind === "phone") === isPhone ? typed : "",
    referral: typeof invite === "string" && referralShape.test(invite) ? invite : "",
  };
  const arrived = () => {
    greetNewcomer();
    goBack();
  };
  const panel = switches.registerBonus === true ? <BonusPanel /> : <TrustPanel />;
  return (
    <AuthFrame panel={panel}>
      <RegisterForm
        key={kind}
        kind={kind}
        begin={begin}
        termsAddress={pathOfSite(termsPath)}
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
        <OtherWays onDone={() => goBack()} backurl={backurl} hasPasskey={false} />
        <p className="text-center text-13 text-muted">
          {t(m.haveAccount)}{" "}
          <Link to="/auth/login" search={keepSearch} className={linkLook}>
            {t(m.logIn)}
          </Link>
        </p>
      </RegisterForm>
    </AuthFrame>
  );
}
