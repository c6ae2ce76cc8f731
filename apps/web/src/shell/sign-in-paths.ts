import { signInPath } from "../session/session.ts";
import { useCurrentPath } from "./page-link.tsx";

const registerPath = "/auth/register/email";

/** The paths of sign-in and registration, with this page as the return path. */
export function useSignInPaths(): { readonly signIn: string; readonly register: string } {
  const { path, search } = useCurrentPath();
  return { signIn: signInPath(path, search), register: signInPath(path, search, registerPath) };
}
