// Without zod, because pages import it: zod probes `eval`, which the pages' policy refuses and reports.

/** What an admin checked before giving a badge. */
export const evidenceKinds = ['shop_visited', 'papers_seen', 'phone_called'] as const
/** What the admin saw, in characters. */
export const maxBadgeNote = 300
export type EvidenceKind = (typeof evidenceKinds)[number]
/** Also badges from before the record, and those whose request named nothing. */
export const recordedEvidence = [...evidenceKinds, 'before_record', 'not_named'] as const
/** What an admin may ask a seller for before giving a badge. */
export const badgeWants = ['papers', 'phone', 'call', 'bike'] as const
export type BadgeWant = (typeof badgeWants)[number]
export const questionEndCauses = ['answered', 'verified', 'asked_again', 'removed'] as const
export const badgeEndCauses = ['expired', 'taken_back', 'renewed', 'removed'] as const
