import type { OAuthProvider } from "@tidemark/contracts";
import type { Clock, Log } from "@tidemark/kit-node";
import { importPKCS8, SignJWT } from "jose";
import * as oidc from "openid-client";
import { identityOf, type OAuthIdentity } from "./oauth-rules.ts";

type ProviderClient = {
  /** Issuer URL, for discovery. */
  readonly issuer: string;
  readonly clientId: string;
  /** Redirect URL of the client. */
  readonly redirectUrl: string;
};
/** A provider without a client id is not offered. */
export type OAuthSettings = {
  readonly google: ProviderClient & { readonly secret: string };
  readonly apple: ProviderClient & { readonly teamId: string; readonly keyId: string; readonly privateKey: string };
  readonly isProduction: boolean;
  readonly timeoutMs: number;
};

/** State, nonce and PKCE verifier of one authorization request; secret but for what the protocol sends. */
export type OAuthChecks = { readonly state: string; readonly nonce: string; readonly verifier: string };
/** The provider's answer to the page. */
export type OAuthAnswer = {
  readonly code: string;
  readonly state: string;
  readonly iss?: string | undefined;
};
export type OAuthProviders = {
  isOffered(provider: OAuthProvider): boolean;
  /** Undefined where the provider cannot be reached. */
  begin(provider: OAuthProvider): Promise<{ checks: OAuthChecks; url: string } | undefined>;
  /** The identity; `wrong` where the answer does not fit the checks, `away` where the provider is unreachable. */
  finish(provider: OAuthProvider, answer: OAuthAnswer, checks: OAuthChecks): Promise<OAuthIdentity | "wrong" | "away">;
};

const secretValidSeconds = 5 * 60;

/** Apple has no shared secret: the client signs a short-lived one for each request. */
function appleSecret({ apple }: OAuthSettings, clock: Pick<Clock, "now">): oidc.ClientAuth {
  const { teamId, keyId, privateKey, clientId } = apple;
  // Settings of one line have `\n` for line ends.
  const key = importPKCS8(privateKey.replaceAll("\\n", "\n"), "ES256");
  // An unreadable key is reported on use.
  key.catch(() => undefined);
  return async (server, _client, body) => {
    const now = Math.floor(clock.now() / 1_000);
    const secret = await new SignJWT({})
      .setProtectedHeader({ alg: "ES256", kid: keyId })
      .setIssuer(teamId)
      .setSubject(clientId)
      .setAudience(server.issuer)
      .setIssuedAt(now)
      .setExpirationTime(now + secretValidSeconds)
      .sign(await key);
    body.set("client_id", clientId);
    body.set("client_secret", secret);
  };
}

/** Both providers by OpenID Connect; their differences are in the settings. */
export function openOAuthProviders(settings: OAuthSettings, clock: Pick<Clock, "now">, log: Log): OAuthProviders {
  const found = new Map<OAuthProvider, Promise<oidc.Configuration>>();
  const authOf = (provider: OAuthProvider): oidc.ClientAuth =>
    provider === "apple" ? appleSecret(settings, clock) : oidc.ClientSecretPost(settings.google.secret);

  function discover(provider: OAuthProvider): Promise<oidc.Configuration> {
    const { issuer, clientId } = settings[provider];
    // The ID token's signature is checked although it comes directly from the provider.
    const execute = [oidc.enableNonRepudiationChecks];
    if (!settings.isProduction) execute.push(oidc.allowInsecureRequests);
    const timeout = settings.timeoutMs / 1_000;
    return oidc.discovery(new URL(issuer), clientId, undefined, authOf(provider), { execute, timeout });
  }

  async function configurationOf(provider: OAuthProvider): Promise<oidc.Configuration | undefined> {
    const asked = found.get(provider) ?? discover(provider);
    found.set(provider, asked);
    try {
      return await asked;
    } catch (error) {
      // The next request tries discovery again.
      found.delete(provider);
      log.warn({ provider, problem: problemOf(error) }, "oauth: provider unreachable");
      return undefined;
    }
  }

  return {
    isOffered: (provider) => settings[provider].clientId !== "",
    async begin(provider) {
      const configuration = await configurationOf(provider);
      if (configuration === undefined) return undefined;
      const checks = {
        state: oidc.randomState(),
        nonce: oidc.randomNonce(),
        verifier: oidc.randomPKCECodeVerifier(),
      };
      const url = oidc.buildAuthorizationUrl(configuration, {
        redirect_uri: settings[provider].redirectUrl,
        scope: "openid email",
        state: checks.state,
        nonce: checks.nonce,
        code_challenge: await oidc.calculatePKCECodeChallenge(checks.verifier),
        code_challenge_method: "S256",
        // Apple gives the address only with form_post.
        ...(provider === "apple" ? { response_mode: "form_post" } : {}),
      });
      return { checks, url: url.href };
    },
    async finish(provider, { code, state, iss }, checks) {
      const configuration = await configurationOf(provider);
      if (configuration === undefined) return "away";
      const answered = new URL(settings[provider].redirectUrl);
      answered.searchParams.set("code", code);
      answered.searchParams.set("state", state);
      if (iss !== undefined) answered.searchParams.set("iss", iss);
      try {
        const tokens = await oidc.authorizationCodeGrant(configuration, answered, {
          pkceCodeVerifier: checks.verifier,
          expectedState: checks.state,
          expectedNonce: checks.nonce,
          idTokenExpected: true,
        });
        return identityOf(tokens.claims() ?? {}) ?? "wrong";
      } catch (error) {
        log.warn({ provider, problem: problemOf(error) }, "oauth: provider's answer refused");
        return isAway(error) ? "away" : "wrong";
      }
    },
  };
}

/** The error's kind only: its message may quote a token. */
function problemOf(error: unknown): string {
  if (!(error instanceof Error)) return "unknown";
  const { code } = error as { code?: unknown };
  return typeof code === "string" ? `${error.name} ${code}` : error.name;
}

const isAway = (error: unknown): boolean =>
  error instanceof TypeError ||
  (error instanceof Error && (error.name === "TimeoutError" || error.name === "AbortError"));
