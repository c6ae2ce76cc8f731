import { bridge, isInApp, type NativeUser } from "./native-bridge.ts";

// Inside the app, the native side owns the user and the token; the page keeps them in memory only.
let user: NativeUser | undefined;

/** Undefined if no user is signed in or the app does not answer. */
export async function readNativeUser(): Promise<NativeUser | undefined> {
  const answer = isInApp() ? await bridge.call("user.getUser", {}).catch(() => null) : null;
  user = typeof answer?.userId === "string" && answer.userId !== "" ? answer : undefined;
  return user;
}

export function nativeBearer(): { readonly token: string; readonly uid: string } | undefined {
  return user?.token === undefined ? undefined : { token: user.token, uid: user.userId };
}

/** Asks the app to sign in again; the page reloads once there is a token. False if there is none. */
export async function signInByApp(): Promise<boolean> {
  user = undefined;
  await bridge.call("user.clearUserInfo", {}).catch(() => undefined);
  const { token } = await bridge.call("user.login", {}).catch(() => ({ token: undefined }));
  return token !== undefined && token !== "";
}
