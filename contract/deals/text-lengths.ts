// How many characters a text may have, for its call and its field alike; a refusal says the number.

/** A reason or a note about a deal or a payout. */
export const maxNoteCharacters = 280

/** The place where buyer and seller meet. */
export const maxPlaceCharacters = 120
