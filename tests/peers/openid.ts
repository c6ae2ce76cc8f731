import { generateKeyPairSync } from "node:crypto";
import { fileURLToPath } from "node:url";
import { startService } from "@tidemark/kit-testing";

export type OpenIdPeer = {
  readonly google: string;
  readonly apple: string;
  /** Settings of a platform that is a client of both. */
  readonly platformEnv: Readonly<Record<string, string>>;
  /** Number of token requests with a code. */
  asked(provider: "google" | "apple"): Promise<number>;
  stop(): Promise<unknown>;
};

/** Redirect URLs: Google to a page, Apple by a form to the gateway. */
export type Redirects = { readonly google: string; readonly apple: string };

/** Origins of our page and of the gateway. */
export const redirectsOf = (pageUrl: string, gatewayUrl: string): Redirects => ({
  google: `${pageUrl}/auth/third/google`,
  apple: `${gatewayUrl}/user/third/apple/landing`,
});

export const openIdMain: string = fileURLToPath(new URL("./openid-process.ts", import.meta.url));

/** The shared settings of the two providers and their client; port 0 is any free one. */
export function openIdSettings(redirects: Redirects, ports: readonly [number, number]) {
  const { privateKey, publicKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
  const own = {
    GOOGLE_REDIRECT_URL: redirects.google,
    APPLE_REDIRECT_URL: redirects.apple,
    APPLE_PUBLIC_KEY: String(publicKey.export({ type: "spki", format: "pem" })),
    PORTS: ports.join(","),
  };
  return {
    own,
    platformOf: (google: string, apple: string): Record<string, string> => ({
      GOOGLE_ISSUER: google,
      GOOGLE_CLIENT_ID: "tidemark.google.test",
      GOOGLE_CLIENT_SECRET: "google-secret",
      GOOGLE_REDIRECT_URL: redirects.google,
      APPLE_ISSUER: apple,
      APPLE_CLIENT_ID: "test.tidemark.web",
      APPLE_TEAM_ID: "TEAM123456",
      APPLE_KEY_ID: "KEY1234567",
      APPLE_PRIVATE_KEY: String(privateKey.export({ type: "pkcs8", format: "pem" })),
      APPLE_REDIRECT_URL: redirects.apple,
    }),
  };
}

/** The two providers as one process. */
export async function startOpenIdPeer(redirects: Redirects): Promise<OpenIdPeer> {
  const { own, platformOf } = openIdSettings(redirects, [0, 0]);
  const service = await startService(openIdMain, own, "listening");
  const { google, apple } = service.ready as { google: string; apple: string };
  return {
    google,
    apple,
    platformEnv: platformOf(google, apple),
    asked: async (provider) => Number(await (await fetch(`${provider === "google" ? google : apple}/asked`)).text()),
    stop: () => service.end("SIGTERM"),
  };
}
