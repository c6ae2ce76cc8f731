import { msg } from "@lingui/core/macro";

export const m = {
  label: msg`Chart`,
  interval: msg`Interval`,
  full: msg`Full screen`,
  averages: msg`Moving averages`,
  failed: msg`The chart could not be loaded.`,
  retry: msg`Try again`,
  buy: msg`Buy`,
  sell: msg`Sell`,
  cancel: msg`Cancel`,
  chart: msg`Chart`,
  info: msg`Info`,
  open: msg({ message: "O", comment: "Opening price in the legend of the chart" }),
  high: msg({ message: "H", comment: "Highest price in the legend of the chart" }),
  low: msg({ message: "L", comment: "Lowest price in the legend of the chart" }),
  close: msg({ message: "C", comment: "Closing price in the legend of the chart" }),
  volume: msg`Vol`,
};
