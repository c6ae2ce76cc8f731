/** A price chosen in the book or the chart; a new object each time, so that the same price can be chosen twice. */
export type PickedPrice = { readonly price: string };
