import { openIdSettings, redirectsOf } from "../../../tests/peers/openid.ts";
import { pushServiceSettings } from "../../../tests/peers/push-service.ts";
import { freePort } from "./ports.ts";

/** Where pages come from elsewhere, calls go through there too: both ways lead back to the page's own host. */
export async function oauthProvidersOf(
  { oauthProviders }: { readonly oauthProviders?: { readonly pageUrl?: string } },
  gatewayUrl: string,
) {
  if (oauthProviders === undefined) return undefined;
  const { pageUrl = gatewayUrl } = oauthProviders;
  const ports: [number, number] = [await freePort(), await freePort()];
  const { own, platformOf } = openIdSettings(redirectsOf(pageUrl, pageUrl), ports);
  const [google, apple] = ports.map((port) => `http://127.0.0.1:${port}`) as [string, string];
  return { own, platform: platformOf(google, apple) };
}

/** The push service of browsers, and the settings of a platform that sends pushes there; undefined where none are sent. */
export async function pushOf({ pushPort }: { readonly pushPort?: number }) {
  if (pushPort === undefined) return undefined;
  const port = pushPort === 0 ? await freePort() : pushPort;
  return { url: `http://127.0.0.1:${port}`, ...pushServiceSettings(port) };
}

/** The ports are chosen here, so that the platform can be told of them before anybody listens. */
export async function mailboxOf({ mailboxPort }: { readonly mailboxPort?: number }) {
  if (mailboxPort === undefined) return undefined;
  const [smtpPort, port] = [await freePort(), mailboxPort === 0 ? await freePort() : mailboxPort];
  const url = `http://127.0.0.1:${port}`;
  return {
    url,
    own: { SMTP_PORT: String(smtpPort), MAILBOX_PORT: String(port) },
    platform: {
      SMTP_URL: `smtp://127.0.0.1:${smtpPort}`,
      SMS_URL: `${url}/sms/messages`,
      SMS_ACCOUNT: "development",
      SMS_TOKEN: "development",
    },
  };
}
