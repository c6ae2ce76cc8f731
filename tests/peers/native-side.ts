import type { BrowserContext, Page } from "@playwright/test";

export type NativeUser = { readonly userId: string; readonly loginId: string; readonly token: string };
export type NativeCall = { readonly id: number; readonly name: string; readonly payload: unknown };

/** Default behaviour of the app; `raw` answers replace its own, null means no answer. */
type Manner = {
  user: NativeUser | null;
  /** The user who signs in on request; null where the user cancels. */
  nextUser: NativeUser | null;
  fpt: string;
  raw: Record<string, string | null>;
};

/** The app's script: it records calls and answers with the call's number and JSON. */
function live(manner: Manner): void {
  const received: NativeCall[] = [];
  Object.assign(globalThis, { manner, received });
  const channel = new BroadcastChannel("native");
  const acts: Record<string, () => unknown> = {
    "user.getUser": () => manner.user,
    "user.clearUserInfo": () => ((manner.user = null), {}),
    "user.login": () => ((manner.user = manner.nextUser), { token: manner.user?.token }),
    "device.getfpt": () => ({ fpt: manner.fpt }),
    "navigator.closeWebApp": () => ({}),
  };
  channel.addEventListener("message", ({ data }: MessageEvent<string>) => {
    const call = JSON.parse(data) as { id: number; handler: string; action: string; payload: string };
    const name = `${call.handler}.${call.action}`;
    received.push({ id: call.id, name, payload: JSON.parse(call.payload) });
    const act = acts[name];
    const own = act === undefined ? { error: 5 } : { data: act() };
    const raw = manner.raw[name];
    if (raw !== null) channel.postMessage({ id: call.id, text: raw ?? JSON.stringify(own) });
  });
}

/** What a web view puts into every page before its scripts run. */
function inject(): void {
  const channel = new BroadcastChannel("native");
  type Answer = { id: number; text: string };
  const page = globalThis as unknown as { tidemarkAnswer?: (id: number, text: string) => void };
  Object.assign(globalThis, { tidemarkNative: { postMessage: (text: string) => channel.postMessage(text) } });
  channel.addEventListener("message", ({ data }: MessageEvent<Answer>) => page.tidemarkAnswer?.(data.id, data.text));
}

/** The native app around a page, played by another page of the same browser. */
export class NativeSide {
  private readonly side: Page;
  private constructor(side: Page) {
    this.side = side;
  }

  static async open(context: BrowserContext, origin: string, manner: Partial<Manner> = {}): Promise<NativeSide> {
    const address = `${origin}/native-side`;
    await context.route(address, (route) => route.fulfill({ contentType: "text/html", body: "<h1>The app</h1>" }));
    const side = await context.newPage();
    await side.goto(address);
    await side.evaluate(live, { user: null, nextUser: null, fpt: "", raw: {}, ...manner });
    return new NativeSide(side);
  }

  /** Puts the page inside the app from its next load on. */
  async embrace(page: Page): Promise<void> {
    await page.addInitScript(inject);
  }

  async change(manner: Partial<Manner>): Promise<void> {
    await this.side.evaluate(
      (changes) => void Object.assign((globalThis as unknown as { manner: Manner }).manner, changes),
      manner,
    );
  }

  received(): Promise<readonly NativeCall[]> {
    return this.side.evaluate(() => (globalThis as unknown as { received: NativeCall[] }).received);
  }

  async names(): Promise<readonly string[]> {
    return (await this.received()).map(({ name }) => name);
  }
}
