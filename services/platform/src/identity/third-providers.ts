import type { ThirdProvider } from "@tidemark/contracts";
import type { Clock, Log } from "@tidemark/kit-node";
import { importPKCS8, SignJWT } from "jose";
import * as oidc from "openid-client";
import { identityOf, type ThirdIdentity } from "./third-rules.ts";

type Place = {
  /** Where the provider tells everything else about itself. */
  readonly issuer: string;
  readonly clientId: string;
  /** Where it sends people back to. */
  readonly redirectUrl: string;
};
/** A provider without a client id is not offered. */
export type ThirdSettings = {
  readonly google: Place & { readonly secret: string };
  readonly apple: Place & { readonly teamId: string; readonly keyId: string; readonly privateKey: string };
  readonly isProduction: boolean;
  readonly timeoutMs: number;
};

/** What the answer must fit; it never leaves us but in the parts that the protocol sends. */
export type ThirdChecks = { readonly state: string; readonly nonce: string; readonly verifier: string };
/** What the provider gave the page. */
export type ThirdAnswer = {
  readonly code: string;
  readonly state: string;
  readonly iss?: string | undefined;
};
export type Thirds = {
  isOffered(provider: ThirdProvider): boolean;
  /** Undefined where the provider cannot be reached. */
  begin(provider: ThirdProvider): Promise<{ checks: ThirdChecks; url: string } | undefined>;
  /** Who it is; `wrong` where the answer is not one to these checks, `away` where nobody could be asked. */
  finish(provider: ThirdProvider, answer: ThirdAnswer, checks: ThirdChecks): Promise<ThirdIdentity | "wrong" | "away">;
};

const secretValidSeconds = 5 * 60;

/** Apple has no secret to share: the client signs a short-lived one by itself each time. */
function appleSecret({ apple }: ThirdSettings, clock: Pick<Clock, "now">): oidc.ClientAuth {
  const { teamId, keyId, privateKey, clientId } = apple;
  // Keys come in one line where settings cannot have several.
  const key = importPKCS8(privateKey.replaceAll("\\n", "\n"), "ES256");
  // Whoever uses it hears of a key that cannot be read.
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

/** Both providers as the protocol sees them; what is theirs alone stands in the settings above. */
export function openThirds(settings: ThirdSettings, clock: Pick<Clock, "now">, log: Log): Thirds {
  const found = new Map<ThirdProvider, Promise<oidc.Configuration>>();
  const authOf = (provider: ThirdProvider): oidc.ClientAuth =>
    provider === "apple" ? appleSecret(settings, clock) : oidc.ClientSecretPost(settings.google.secret);

  function discover(provider: ThirdProvider): Promise<oidc.Configuration> {
    const { issuer, clientId } = settings[provider];
    // The signature of what it says is checked although it comes straight from the provider: a name is worth a second look.
    const execute = [oidc.enableNonRepudiationChecks];
    if (!settings.isProduction) execute.push(oidc.allowInsecureRequests);
    const timeout = settings.timeoutMs / 1_000;
    return oidc.discovery(new URL(issuer), clientId, undefined, authOf(provider), { execute, timeout });
  }

  async function configurationOf(provider: ThirdProvider): Promise<oidc.Configuration | undefined> {
    const asked = found.get(provider) ?? discover(provider);
    found.set(provider, asked);
    try {
      return await asked;
    } catch (error) {
      // The next who comes asks again.
      found.delete(provider);
      log.warn({ provider, problem: problemOf(error) }, "a provider could not be reached");
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
        // Apple gives an address only by a form that its page sends.
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
        log.warn({ provider, problem: problemOf(error) }, "a provider's answer was not taken");
        return isAway(error) ? "away" : "wrong";
      }
    },
  };
}

/** Its kind and nothing of what it carries: an error may quote a token. */
function problemOf(error: unknown): string {
  if (!(error instanceof Error)) return "unknown";
  const { code } = error as { code?: unknown };
  return typeof code === "string" ? `${error.name} ${code}` : error.name;
}

const isAway = (error: unknown): boolean =>
  error instanceof TypeError ||
  (error instanceof Error && (error.name === "TimeoutError" || error.name === "AbortError"));
