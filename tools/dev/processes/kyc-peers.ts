import { join } from "node:path";
import { identityProviderSettings } from "../../../tests/peers/identity-provider.ts";
import { s3Settings } from "../../../tests/peers/s3.ts";
import { freePort } from "./ports.ts";

type Wish = { readonly pictureStorePort?: number; readonly folder: string };

/** The object store and the provider of documents, and the settings of a platform that uses both; undefined where none are taken. */
export async function kycPeersOf({ pictureStorePort, folder }: Wish) {
  if (pictureStorePort === undefined) return undefined;
  const port = pictureStorePort === 0 ? await freePort() : pictureStorePort;
  const store = s3Settings(port, join(folder, "s3"));
  const reportsPort = await freePort();
  const provider = identityProviderSettings(await freePort(), `http://127.0.0.1:${reportsPort}/provider/kyc`);
  return {
    store: store.own,
    provider: provider.own,
    /** For operators, who read the pictures. An exchange that inherits it must not take the port of this one's provider. */
    reading: store.platform,
    platform: { ...store.platform, ...provider.platform, PROVIDER_REPORTS_PORT: String(reportsPort) },
  };
}
