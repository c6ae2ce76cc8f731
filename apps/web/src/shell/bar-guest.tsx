import { buttonClassName } from "@tidemark/kit-ui";
import { useWords } from "../lib/words.ts";
import { signInAddress } from "../session/session.ts";
import { PageLink, useHere } from "./page-link.tsx";
import { m } from "./shell-messages.ts";

const registerPath = "/auth/register/email";

/** Where to log in and where to register from this page, to come back afterwards. */
export function useAuthAddresses(): { readonly logIn: string; readonly register: string } {
  const { path, search } = useHere();
  return { logIn: signInAddress(path, search), register: signInAddress(path, search, registerPath) };
}

/** What the bar offers to who is not logged in. */
export function Guest() {
  const t = useWords();
  const { logIn, register } = useAuthAddresses();
  return (
    <>
      <PageLink href={logIn} data-testid="sign-in" className={buttonClassName("quiet", "md", "max-w768:hidden")}>
        {t(m.logIn)}
      </PageLink>
      <PageLink href={register} data-testid="register" className={buttonClassName("primary", "md", "ms-1")}>
        {t(m.register)}
      </PageLink>
      <Gap />
    </>
  );
}

/** Parts the bar's words from its icons. */
export function Gap() {
  return <i aria-hidden className="mx-2 h-4 w-px bg-line-strong max-w1024:hidden" />;
}
