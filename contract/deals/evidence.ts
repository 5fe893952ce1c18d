// What each side of a dispute may add. This file imports nothing, so the browser loads no schema with it.

/** Notes and pictures of one side of a dispute, together. */
export const maxEvidenceOfSide = 10
