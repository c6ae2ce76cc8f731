import { fileURLToPath } from "node:url";
import { startService } from "@tidemark/kit-testing";
import { pushBrowser } from "./push-browser.ts";

export const pushServiceMain: string = fileURLToPath(new URL("./push-service-process.ts", import.meta.url));

/** A key of development only. */
const developmentPushKey = "bQcEM64nsJnkM0Q2n6PpFGxW6XlHX1TCEhYQqEhKcV8";

/** Settings of the process, and of a platform that sends its pushes there. */
export const pushServiceSettings = (port: number) => ({
  own: { PUSH_PORT: String(port) },
  platform: {
    PUSH_PRIVATE_KEY: developmentPushKey,
    PUSH_CONTACT: "mailto:push@tidemark.test",
    PUSH_PEER_URL: `http://127.0.0.1:${port}`,
  },
});

async function post<T>(url: string, ask: object): Promise<T> {
  const response = await fetch(url, { method: "POST", body: JSON.stringify(ask) });
  return (await response.json()) as T;
}

/** The push service at this address, as a browser uses it. */
export const pushServiceAt = (url: string) => ({
  url,
  /** A subscription with the browser's half of its keys. */
  async subscribe(publicKey: string) {
    const { endpoint } = await post<{ endpoint: string }>(`${url}/subscriptions`, { publicKey });
    const browser = pushBrowser();
    const id = endpoint.split("/").at(-1)!;
    return {
      endpoint,
      keys: browser.keys,
      /** What was pushed, opened with the browser's keys. */
      async received(): Promise<readonly Record<string, unknown>[]> {
        const list = (await (await fetch(`${url}/received/${id}`)).json()) as { body: string; ttl: number }[];
        return list.map(({ body, ttl }) => ({ ttl, ...(JSON.parse(browser.open(body)) as object) }));
      },
      /** The next answers of the service; then it takes pushes again. */
      answersNext: (...statuses: number[]) => post<object>(`${url}/answers/${id}`, { statuses }),
    };
  },
});
export type PushSubscriptionPeer = Awaited<ReturnType<ReturnType<typeof pushServiceAt>["subscribe"]>>;

/** A push service of one test. */
export async function startPushService() {
  const service = await startService(pushServiceMain, pushServiceSettings(0).own, "listening");
  const port = Number(service.ready.port);
  return {
    ...pushServiceAt(`http://127.0.0.1:${port}`),
    settings: pushServiceSettings(port).platform,
    end: () => service.end("SIGTERM"),
  };
}
