// The handover code: from when it is shown, and how often it may be typed wrongly. The code itself is computed in
// market/deals/handover-code/code.ts. Each number is written here once (docs/decisions/0122-rule-numbers-once.md).

/** The code is shown so long before an agreed meeting. */
export const codeBeforeMeetingHours = 2

/** So many wrong codes lock the code for so long. */
export const codeTriesBeforeLock = 5
export const codeLockMinutes = 15

/** So many wrong codes make a new one. */
export const codeTriesBeforeNewCode = 15

/**
 * After so many wrong codes in all the code is closed, and a person looks at the deal: with 30 tries of a million nobody has
 * guessed it.
 */
export const codeTriesBeforeClosed = 30
