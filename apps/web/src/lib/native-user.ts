import { bridge, isInApp, type NativeUser } from "./native-bridge.ts";

// Inside the app the user and his token live with the native side; the page holds them in memory only.
let user: NativeUser | undefined;

/** Undefined where nobody is signed in, and where the app does not say. */
export async function readNativeUser(): Promise<NativeUser | undefined> {
  const told = isInApp() ? await bridge.call("user.getUser", {}).catch(() => null) : null;
  user = typeof told?.userId === "string" && told.userId !== "" ? told : undefined;
  return user;
}

export function nativeBearer(): { readonly token: string; readonly uid: string } | undefined {
  return user?.token === undefined ? undefined : { token: user.token, uid: user.userId };
}

/** The app signs in again; the page begins anew once there is a token. False where none came. */
export async function signInByApp(): Promise<boolean> {
  user = undefined;
  await bridge.call("user.clearUserInfo", {}).catch(() => undefined);
  const { token } = await bridge.call("user.login", {}).catch(() => ({ token: undefined }));
  return token !== undefined && token !== "";
}
