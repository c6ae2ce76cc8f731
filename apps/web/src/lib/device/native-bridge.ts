/**
 * The bridge to the native app that shows this page in a web view. A call is a handler and an action with a JSON payload; the app answers
 * with the call's number and JSON. The app listens at `tidemarkNative.postMessage`, the page at `tidemarkAnswer`.
 */
export const bridgeWaitMaxMs = 3_000;
/** The app answers its own calls at once or not at all. Sign-in waits for the user, who may have to fetch a phone. */
export const userWaitMaxMs: number = 10 * 60_000;
const isAskedOfUser = (name: string): boolean => name === "user.login";
export const bridgeErrors = {
  timeOut: 1,
  bridgeNotFound: 2,
  parameterError: 3,
  jsonParseError: 4,
  functionNotFound: 5,
} as const;
type BridgeErrorCode = (typeof bridgeErrors)[keyof typeof bridgeErrors];

const sentences: Readonly<Record<BridgeErrorCode, string>> = {
  1: "Time-out",
  2: "Bridge not found",
  3: "Parameter error",
  4: "JSON parse error",
  5: "Bridge function not found",
};

export class BridgeError extends Error {
  readonly code: BridgeErrorCode;
  constructor(code: BridgeErrorCode) {
    super(sentences[code]);
    this.code = code;
  }
}

/** The calls of the bridge with their payloads and answers. */
type BridgeCalls = {
  "user.login": { ask: Record<never, never>; answer: { readonly token?: string } };
  "user.clearUserInfo": { ask: Record<never, never>; answer: unknown };
  "user.getUser": { ask: Record<never, never>; answer: NativeUser | null };
  "device.getfpt": { ask: Record<never, never>; answer: { readonly fpt: string } };
  "navigator.closeWebApp": { ask: Record<never, never>; answer: unknown };
};
/** The user as the app reports it. Only here does a page see tokens. */
export type NativeUser = { readonly userId: string; readonly loginId?: string; readonly token?: string };

export type NativeSide = { postMessage(text: string): void };
type Answer = { readonly error?: number; readonly data?: unknown };

export type Bridge = {
  readonly isThere: boolean;
  call<N extends keyof BridgeCalls>(name: N, ask: BridgeCalls[N]["ask"]): Promise<BridgeCalls[N]["answer"]>;
  /** The native side's answer to the call of this number. */
  answer(id: number, text: string): void;
};

const isErrorCode = (code: unknown): code is BridgeErrorCode => typeof code === "number" && code in sentences;

/** `failed` is called for every call that fails: the page continues without the answer, and the app's developers see why. */
export function createBridge(
  nativeSide: () => NativeSide | undefined,
  waitMaxMs: number = bridgeWaitMaxMs,
  failed: (name: string, error: BridgeError) => void = () => undefined,
): Bridge {
  const waiting = new Map<number, { resolve(data: unknown): void; reject(error: BridgeError): void }>();
  let calls = 0;

  function messageOf(id: number, name: string, ask: unknown): string {
    const [handler, action] = name.split(".");
    if (!handler || !action) throw new BridgeError(bridgeErrors.parameterError);
    try {
      return JSON.stringify({ id, handler, action, payload: JSON.stringify(ask) });
    } catch {
      throw new BridgeError(bridgeErrors.parameterError);
    }
  }

  async function send(name: string, ask: unknown): Promise<unknown> {
    const native = nativeSide();
    if (native === undefined) throw new BridgeError(bridgeErrors.bridgeNotFound);
    const id = (calls += 1);
    const message = messageOf(id, name, ask);
    return new Promise((resolve, reject) => {
      const late = setTimeout(
        () => {
          waiting.delete(id);
          reject(new BridgeError(bridgeErrors.timeOut));
        },
        isAskedOfUser(name) ? userWaitMaxMs : waitMaxMs,
      );
      waiting.set(id, {
        resolve(data) {
          clearTimeout(late);
          resolve(data);
        },
        reject(error) {
          clearTimeout(late);
          reject(error);
        },
      });
      native.postMessage(message);
    });
  }

  return {
    get isThere() {
      return nativeSide() !== undefined;
    },
    call: (name, ask) =>
      send(name, ask).catch((error: unknown) => {
        if (error instanceof BridgeError) failed(name, error);
        throw error;
      }) as Promise<never>,
    answer(id, text) {
      const caller = waiting.get(id);
      if (caller === undefined) return;
      waiting.delete(id);
      let answer: Answer;
      try {
        answer = JSON.parse(text) as Answer;
      } catch {
        return caller.reject(new BridgeError(bridgeErrors.jsonParseError));
      }
      if (isErrorCode(answer.error)) return caller.reject(new BridgeError(answer.error));
      return caller.resolve(answer.data);
    },
  };
}

declare global {
  interface Window {
    tidemarkNative?: NativeSide;
    tidemarkAnswer?: Bridge["answer"];
  }
}

export const bridge: Bridge = createBridge(
  () => (typeof window === "undefined" ? undefined : window.tidemarkNative),
  bridgeWaitMaxMs,
  (name, { code, message }) => console.warn(`Bridge ${code}, ${message}: ${name}`),
);
if (typeof window !== "undefined") window.tidemarkAnswer = (id, text) => bridge.answer(id, text);

/** Whether the page is shown inside the app. */
export const isInApp = (): boolean =>
  typeof window !== "undefined" && (bridge.isThere || /\bTidemarkApp\//.test(navigator.userAgent));

const statusBarHeightDefault = 20;
const statusBarHeightMax = 200;

/** Height of the phone's status bar above the page. */
export function statusBarHeightOf(search: string): number {
  const text = new URLSearchParams(search).get("statusBarHeight") ?? "";
  const height = /^\d{1,3}$/.test(text) ? Number(text) : statusBarHeightDefault;
  return Math.min(height, statusBarHeightMax);
}
