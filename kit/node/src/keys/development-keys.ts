import { createHash } from "node:crypto";
import { nkeys } from "@nats-io/transport-node";
import type { BusService } from "../bus/bus-permissions.ts";

/** Public keys, so that development makes the same checks as production. Production refuses to start with one of them. */
export const developmentKey = (of: string): string =>
  createHash("sha256").update(`tidemark development key of ${of}`).digest("hex");

/** The seeds of the bus users in deploy/nats/development.conf. */
const busSeeds: Record<BusService, string> = {
  core: "SUALOXZF5YOL4J56YW2JLRBREGOKQOSY3UEETBMSQANM4XMRNCXRIAW7JU",
  projector: "SUALRGG22PBL22W55JQHCW5ENT24BZWGDBYIVGCPMQWA53RMJBDVP3URKY",
  "funds-proof": "SUAMRIPL6UGFEBHBIF3F7FOPFZ2KN47M3SIN4FQZSKGKRISCQH5FYVPZHM",
  gateway: "SUAHI657EB7PKXNPOHI2OOI5HBENG22IHSZEISFQEUDD6FWLG436QC353U",
  platform: "SUAGZCN2DKJMRQ5PMMWN4N7QA6YXSJTVLYH6D25ROPTN237AQE76Y52WLI",
  oracle: "SUAN6UKXYMDX32JF3PYB252QYTIIXLFWGHSRA7Y2RKW62IGPX4KXDGVERY",
  wallet: "SUAE5UGI7DLMZUABMRF2AYUGBN7VHILJORK42BMSOXU7ML44GK4T6GLHKQ",
  console: "SUAGNFSEZCFCS6FVOMAOAKLORWDMEU5442WYTDCTNCTRSORC7QS2V6DI3Q",
  upgrade: "SUAOQEUIF73K3OIYBST3BAG5FQWKBRTCXJNSGISAOYBVWZ5IGRECI226AA",
  development: "SUAAJ2ZOIOYCFE5RCWFH4MZIGXZI3VYT45XERSLRVFIM4L5VV7XE4EPZZM",
};

export const developmentBusSeed = (service: BusService): string => busSeeds[service];
export const isDevelopmentBusSeed = (seed: string): boolean => Object.values(busSeeds).includes(seed);

/** The public key of a seed, as the server's configuration names it; throws for what is no seed of a user. */
export function busPublicKeyOf(seed: string): string {
  const key = nkeys.fromSeed(Buffer.from(seed)).getPublicKey();
  if (!key.startsWith("U")) throw new Error("it is no seed of a user");
  return key;
}
