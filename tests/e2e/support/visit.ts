import {
  type Browser,
  type BrowserContext,
  type BrowserContextOptions,
  expect,
  type JSHandle,
  type Locator,
  type Page,
  type Request,
} from "@playwright/test";
import { developmentPassword } from "../../../tools/dev/trader.ts";
import { arrivesAt } from "./arrives-at.ts";

/** A call of the catalogue as the page sent it. */
export type Sent = {
  readonly method: string;
  readonly host: string;
  readonly path: string;
  readonly query: URLSearchParams;
  readonly at: number;
  readonly request: Request;
};

const callStart = /^\/(api|market|user|account|content|configs|activities|kyc)\//;

function sentOf(request: Request): Sent | undefined {
  const url = new URL(request.url());
  if (request.resourceType() === "document" || !callStart.test(url.pathname)) return undefined;
  return {
    method: request.method(),
    host: url.host,
    path: url.pathname,
    query: url.searchParams,
    at: Date.now(),
    request,
  };
}

export const signInPath = (back: string): string => `/auth/login?backurl=${encodeURIComponent(back)}`;

/** One browser with one page, and all requests of the page. */
export class Visit {
  readonly context: BrowserContext;
  readonly page: Page;
  readonly sent: Sent[] = [];

  private constructor(context: BrowserContext, page: Page) {
    this.context = context;
    this.page = page;
    page.on("request", (request) => {
      const sent = sentOf(request);
      if (sent !== undefined) this.sent.push(sent);
    });
  }

  static async begin(browser: Browser, options: BrowserContextOptions = {}): Promise<Visit> {
    const context = await browser.newContext(options);
    return new Visit(context, await context.newPage());
  }

  /** Another page of the same browser. */
  async another(): Promise<Visit> {
    return new Visit(this.context, await this.context.newPage());
  }

  at(testId: string): Locator {
    return this.page.getByTestId(testId);
  }

  async hasState(state: 0 | 1 | 2 | 9): Promise<void> {
    await expect(this.page.locator("html")).toHaveAttribute("data-lifecycle", String(state), { timeout: 15_000 });
  }

  async speaks(tag: string): Promise<void> {
    await expect(this.page.locator("html")).toHaveAttribute("lang", tag);
  }

  /** The page has started and shows its content: only then does input reach anything. */
  async stands(): Promise<void> {
    await this.hasState(2);
    await this.page.locator("main").first().waitFor();
  }

  /** Opens a path and waits until the page has started. */
  async open(address: string): Promise<void> {
    await this.page.goto(address);
    await this.stands();
  }

  arrivesAt(address: string | RegExp, timeout?: number): Promise<void> {
    return arrivesAt(this.page, address, timeout);
  }

  async reload(): Promise<void> {
    await this.page.reload();
    await this.stands();
  }

  async signIn(name: string, back = "/markets"): Promise<void> {
    await this.open(signInPath(back));
    await this.submitPassword(name);
    await this.arrivesAt(back);
    // The URL changes before the page does.
    await this.idField.waitFor({ state: "detached" });
  }

  /** Of the page for signing in. */
  get idField(): Locator {
    return this.at("login-id");
  }

  /** On the page for signing in. */
  async submitPassword(name: string): Promise<void> {
    await this.idField.fill(`${name}@tidemark.test`);
    await this.at("login-password").fill(developmentPassword);
    await this.at("login-submit").click();
  }

  callsOf(path: string): Sent[] {
    return this.sent.filter((sent) => sent.path === path);
  }

  /** The first call of this path, now or soon. */
  async call(path: string, countMin = 1): Promise<Sent> {
    await expect.poll(() => this.callsOf(path).length, { timeout: 15_000 }).toBeGreaterThanOrEqual(countMin);
    return this.callsOf(path)[countMin - 1]!;
  }

  /** The stored record of a module of the page. */
  async kept<T>(module: string, area: "localStorage" | "sessionStorage" = "localStorage"): Promise<T | undefined> {
    const text = await this.page.evaluate(([key, of]) => globalThis[of].getItem(`spot.${key}`), [
      module,
      area,
    ] as const);
    return text === null ? undefined : (JSON.parse(text) as { data: T }).data;
  }

  /** An object that a module of the running page exports, found by its function names. */
  async part<T>(...functions: (keyof T & string)[]): Promise<JSHandle<T>> {
    const found = await this.page.evaluateHandle(async (names: string[]) => {
      const preloaded = [...document.querySelectorAll<HTMLLinkElement>('link[rel="modulepreload"]')];
      const scripts = [...document.querySelectorAll<HTMLScriptElement>('script[type="module"]')];
      for (const address of [...preloaded.map(({ href }) => href), ...scripts.map(({ src }) => src)])
        for (const given of Object.values((await import(address)) as object))
          if (typeof given === "object" && given !== null && names.every((one) => one in given)) return given as object;
      throw new Error(`no module gives anything with ${names.join(", ")}`);
    }, functions as string[]);
    return found as unknown as JSHandle<T>;
  }

  async close(): Promise<void> {
    // Pending requests are dropped; a closed page has none.
    await this.context.unrouteAll({ behavior: "ignoreErrors" }).catch(() => undefined);
    await this.context.close();
  }
}
