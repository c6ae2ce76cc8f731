import { msg } from "@lingui/core/macro";

export const m = {
  label: msg`Market`,
  spot: msg`Spot`,
  margin: msg`Margin`,
  perpetual: msg`Perpetual`,
  index: msg`Index`,
  indexStale: msg`The index has not moved for a while: its sources are silent.`,
  high: msg`24 h high`,
  low: msg`24 h low`,
  volume: msg({ message: "24 h vol ({asset})" }),
  more: msg`More market data`,
  lastPrice: msg`Last price`,
};
