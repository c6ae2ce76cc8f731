import { msg } from "@lingui/core/macro";

export const m = {
  resizeMarkets: msg`Resize the markets`,
  resizeBook: msg`Resize the order book`,
  resizeTicket: msg`Resize the ticket`,
  resizeDock: msg`Resize the lists`,
  resizeTrades: msg`Resize the trades`,
  layout: msg`Layout`,
  ticket: msg({ message: "Ticket", context: "panel of the terminal" }),
  first: msg({ message: "First", context: "column of the terminal" }),
  last: msg({ message: "Last", context: "column of the terminal" }),
  book: msg`Order book`,
  before: msg({ message: "Before the chart" }),
  after: msg({ message: "After the chart" }),
  dock: msg({ message: "Lists", context: "positions and orders" }),
  beside: msg`Beside the ticket`,
  whole: msg`Full width`,
  markets: msg`Column of markets`,
  marketsHint: msg`On screens from 1600 pixels on`,
  sizesHint: msg`Drag the gaps between the panels to resize them, or reach them with Tab and use the arrow keys. A double click resets one.`,
  reset: msg`Reset the layout`,
};
