// How long links, codes and openings work, how long moderators have, and how long we store what ends. Each number is
// written here once, in the unit of its sentences, which take it as an argument (docs/decisions/0122-rule-numbers-once.md).

/** The access token of a signed-in person (spec §9). */
export const accessTokenSeconds = 300

/** The link of an e-mail that proves its address. */
export const proofLinkHours = 24

/** The link of an e-mail for a new password. */
export const resetLinkMinutes = 60

/** For what is dangerous a login may be so old. */
export const freshLoginMinutes = 10

/** Codes of an authenticator app change so often. */
export const authenticatorSeconds = 30

/** Wrong codes of an authenticator app lock the login for so long. */
export const secondFactorLockMinutes = 15

/** The code of a text message, which may take minutes to arrive. */
export const phoneCodeMinutes = 10

/** A moderator reads the photo of a paper so long after opening it. */
export const paperOpeningMinutes = 15

/** How long a case belongs to the moderator who took it. */
export const caseLockMinutes = 30

/** A decision may be appealed so long. */
export const appealDays = 14

/** A moderator looks at an advertisement that waits within. */
export const lookWithinHours = 24

/** A badge of a verified seller runs so long; its seller is told before it ends. */
export const badgeMonths = 12
export const badgeReminderDays = 14

/** Messages of the contact form from one address become one e-mail in this time. */
export const contactEmailMinutes = 15

/** A picture that no bike uses is deleted after. */
export const unusedPictureHours = 24

/** A saved search sends at most one e-mail in this time. */
export const alertMinutes = 60

/** The fingerprint of the number of a removed member. */
export const removedNumberYears = 2

/** Notifications are deleted after. */
export const notificationDays = 90

/** What an advertisement said before a change, for moderators, is deleted after. */
export const earlierAdvertisementDays = 90

/** Names and addresses of a sale receipt are deleted so long after the transfer, and so long after the sale at the latest. */
export const receiptDays = 30
export const receiptAfterSaleDays = 120

/**
 * Papers are deleted so long after their bike was sold or withdrawn: the transfer at BRTA takes up to 60 days after the sale, and a
 * disagreement about it a little longer.
 */
export const paperDays = 90

/** What a refused or withdrawn report of a stolen bike said is erased after. */
export const stolenReportDays = 90

/** The link with which a mechanic signs an inspection. */
export const inviteDays = 14

/** Inspections that nobody signed are deleted after. */
export const draftDays = 90
