// The sentences of the buyer's screens in English.
export const buyer = {}
