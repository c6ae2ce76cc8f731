import { fileURLToPath } from "node:url";
import { startService } from "@tidemark/kit-testing";

export const identityProviderMain: string = fileURLToPath(new URL("./identity-provider-process.ts", import.meta.url));
export const webhookSecret = "development-secret-of-the-identity-provider";
const token = "development";

/** Settings of the process, and of a platform that asks it. Without a webhook URL it never reports. */
export const identityProviderSettings = (port: number, webhookUrl: string) => ({
  own: {
    PROVIDER_PORT: String(port),
    PROVIDER_TOKEN: token,
    PROVIDER_WEBHOOK_URL: webhookUrl,
    PROVIDER_WEBHOOK_SECRET: webhookSecret,
  },
  platform: {
    KYC_PROVIDER_URL: `http://127.0.0.1:${port}/checks`,
    KYC_PROVIDER_TOKEN: token,
    KYC_WEBHOOK_SECRET: webhookSecret,
  },
});

export type SeenVerification = { reference: string; documentKind: string; pictures: Record<string, number> };

/** A provider of one test; the test reports for it. */
export async function startIdentityProvider() {
  const service = await startService(identityProviderMain, identityProviderSettings(0, "").own, "listening");
  const port = Number(service.ready.port);
  return {
    settings: identityProviderSettings(port, "").platform,
    seen: async (): Promise<SeenVerification[]> =>
      (await (await fetch(`http://127.0.0.1:${port}/seen`)).json()) as SeenVerification[],
    end: () => service.end("SIGTERM"),
  };
}
