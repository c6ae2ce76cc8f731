// Two OpenID providers in one process, in the shapes of Google and Apple. Started by `openid.ts`; the first line of output has their URLs.
import { createHash, randomBytes } from "node:crypto";
import { createServer, type RequestListener, type Server } from "node:http";
import { exportJWK, generateKeyPair, importSPKI, jwtVerify } from "jose";
import Provider, { type Configuration } from "oidc-provider";

type Shape = "google" | "apple";
/** A user of the provider, as the sign-in form described it. */
type Account = { readonly email: string; readonly isVerified: boolean; readonly isPrivate: boolean };

const { GOOGLE_REDIRECT_URL = "", APPLE_REDIRECT_URL = "", APPLE_PUBLIC_KEY = "", PORTS = "0,0" } = process.env;
const clientId = { google: "tidemark.google.test", apple: "test.tidemark.web" } as const;
const appleTeam = "TEAM123456";
const secretAgeMaxSeconds = 180 * 24 * 60 * 60;

function listening(port: number): Promise<{ server: Server; url: string; serve: (handler: RequestListener) => void }> {
  let handler: RequestListener = (_request, response) => void response.writeHead(503).end();
  const server = createServer((request, response) => handler(request, response));
  return new Promise((resolve) => {
    server.listen(port, "127.0.0.1", () => {
      const { port: taken } = server.address() as { port: number };
      resolve({ server, url: `http://127.0.0.1:${taken}`, serve: (given) => void (handler = given) });
    });
  });
}

const escaped = (text: string): string => text.replaceAll(/[&<>"]/g, (sign) => `&#${sign.charCodeAt(0)};`);

/** The sign-in page. */
const page = (shape: Shape, uid: string): string => `<!doctype html>
<html lang="en"><meta charset="utf-8"><title>${shape}</title>
<form method="post" action="/interaction/${escaped(uid)}">
  <h1>Sign in with ${shape} (development)</h1>
  <p><label>Account <input name="account" value="alice"></label></p>
  <p><label>E-mail <input name="email" value="alice@tidemark.test"></label></p>
  <p><label><input type="checkbox" name="verified" value="yes" checked> the address is proven</label></p>
  <p><label><input type="checkbox" name="private" value="yes"> hide the address behind a relay</label></p>
  <button>Continue</button>
</form></html>`;

const relayOf = (account: string): string =>
  `${createHash("sha256").update(account).digest("hex").slice(0, 10)}@privaterelay.appleid.com`;

function claimsOf(shape: Shape, { email, isVerified, isPrivate }: Account): Record<string, unknown> {
  if (shape === "google") return { email, email_verified: isVerified };
  // Apple writes booleans as text, and has relay addresses for users who hide theirs.
  return { email, email_verified: String(isVerified), is_private_email: String(isPrivate) };
}

/** Apple's rules of a client secret: signed by the team's key, for this client and Apple, valid for half a year at most. */
async function isAppleSecret(secret: string, issuer: string): Promise<boolean> {
  try {
    const key = await importSPKI(APPLE_PUBLIC_KEY.replaceAll("\\n", "\n"), "ES256");
    const expected = { issuer: appleTeam, subject: clientId.apple, audience: issuer, algorithms: ["ES256"] };
    const { payload, protectedHeader } = await jwtVerify(secret, key, expected);
    const { iat = 0, exp = Infinity } = payload;
    return protectedHeader.kid === "KEY1234567" && exp - iat <= secretAgeMaxSeconds;
  } catch {
    return false;
  }
}

async function bodyOf(request: Parameters<RequestListener>[0]): Promise<URLSearchParams> {
  let text = "";
  for await (const part of request) text += String(part);
  return new URLSearchParams(text);
}

async function open(shape: Shape, port: number): Promise<string> {
  const { url, serve } = await listening(port);
  const accounts = new Map<string, Account>();
  /** Apple gives the address the first time only. */
  const granted = new Set<string>();
  let tokensAsked = 0;
  const { privateKey } = await generateKeyPair("RS256", { extractable: true });
  const configuration: Configuration = {
    clients: [
      {
        client_id: clientId[shape],
        client_secret: shape === "google" ? "google-secret" : "signed by the client each time",
        token_endpoint_auth_method: "client_secret_post",
        redirect_uris: [shape === "google" ? GOOGLE_REDIRECT_URL : APPLE_REDIRECT_URL],
      },
    ],
    jwks: { keys: [{ ...(await exportJWK(privateKey)), alg: "RS256", use: "sig" }] },
    cookies: { keys: [randomBytes(16).toString("hex")] },
    scopes: ["openid", "email"],
    claims: { openid: ["sub"], email: ["email", "email_verified", "is_private_email"] },
    conformIdTokenClaims: false,
    pkce: { required: () => true },
    features: { devInteractions: { enabled: false } },
    interactions: { url: (_ctx, { uid }) => `/interaction/${uid}` },
    ttl: { AuthorizationCode: 60, IdToken: 600, AccessToken: 600, Interaction: 600, Session: 600, Grant: 600 },
    async findAccount(_ctx, id) {
      const account = accounts.get(id);
      if (account === undefined) return undefined;
      return {
        accountId: id,
        async claims() {
          if (shape === "apple" && granted.has(id)) return { sub: id };
          return { sub: id, ...claimsOf(shape, account) };
        },
      };
    },
    async loadExistingGrant(ctx) {
      const { client, session, provider: ours } = ctx.oidc;
      const grant = new ours.Grant({ clientId: client!.clientId, accountId: session!.accountId! });
      grant.addOIDCScope("openid email");
      await grant.save();
      return grant;
    },
  };
  const provider = new Provider(url, configuration);
  provider.on("grant.success", (ctx) => void granted.add(String(ctx.oidc.account?.accountId)));
  if (shape === "apple")
    (provider.Client.prototype as { compareClientSecret(secret: string): unknown }).compareClientSecret = (secret) =>
      isAppleSecret(secret, url);
  const callback = provider.callback();

  serve(async (request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? "/", url);
    // Counts token requests: tests check that no code of another provider is sent here.
    if (pathname === "/asked") return void response.end(String(tokensAsked));
    if (pathname === "/token") tokensAsked += 1;
    if (shape === "apple" && pathname === "/auth" && searchParams.get("response_mode") !== "form_post")
      return void response.writeHead(400).end("response_mode must be form_post when name or email scope is requested.");
    const uid = /^\/interaction\/([\w-]+)$/.exec(pathname)?.[1];
    if (uid === undefined) return void callback(request, response);
    if (request.method !== "POST") return void response.setHeader("content-type", "text/html").end(page(shape, uid));
    const form = await bodyOf(request);
    const account = form.get("account") ?? "";
    const isPrivate = form.get("private") === "yes";
    const email = isPrivate ? relayOf(account) : (form.get("email") ?? "");
    const id = createHash("sha256").update(`${shape} ${account}`).digest("hex").slice(0, 21);
    accounts.set(id, { email, isVerified: form.get("verified") === "yes", isPrivate });
    await provider.interactionFinished(request, response, { login: { accountId: id } });
  });
  return url;
}

const [googlePort, applePort] = PORTS.split(",").map(Number);
const [google, apple] = [await open("google", googlePort!), await open("apple", applePort!)];
process.stdout.write(`${JSON.stringify({ msg: "listening", google, apple })}\n`);
process.on("SIGTERM", () => process.exit(0));
