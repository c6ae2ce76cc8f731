import { isNetworkId, type NetworkId, networkIds, networks } from "@tidemark/contracts";

type Setting = { readonly WITHDRAWAL_NETWORKS: string };

/** The networks that this installation pays by. */
export function withdrawalNetworksOf({ WITHDRAWAL_NETWORKS }: Setting): readonly NetworkId[] {
  if (WITHDRAWAL_NETWORKS === "none") return [];
  return WITHDRAWAL_NETWORKS.split(",").map((id) => {
    if (!isNetworkId(id)) throw new Error(`WITHDRAWAL_NETWORKS: there is no network ${id}`);
    return id;
  });
}

/** Addresses of public networks are kept also where withdrawals by them are not paid yet; those of local chains only where they are. */
export function addressNetworksOf(setting: Setting): readonly NetworkId[] {
  const paid = withdrawalNetworksOf(setting);
  return networkIds.filter((id) => !networks[id].isLocal || paid.includes(id));
}
