// The five papers of a bike, what a seller can say of each, and how far each is proven. Without zod, because pages import it.
import type { NumberKind } from '../vehicle-numbers/normalize.ts'

/** In the order in which they are shown. */
export const paperKinds = ['registration', 'tax_token', 'plate', 'loan', 'purchase'] as const
export type PaperKind = (typeof paperKinds)[number]

/** What a seller can say of each paper; migrations/schema/23-papers.sql has the same list. */
export const paperAnswers = {
  registration: ['mine', 'family', 'earlier_owner', 'none'],
  tax_token: ['valid', 'none'],
  plate: ['fitted', 'ordered', 'none'],
  loan: ['none', 'released', 'running'],
  purchase: ['has', 'none'],
} as const satisfies Record<PaperKind, readonly string[]>
export type PaperAnswer = (typeof paperAnswers)[PaperKind][number]

/** Every answer once. */
export const allPaperAnswers = [
  'mine',
  'family',
  'earlier_owner',
  'valid',
  'fitted',
  'ordered',
  'released',
  'running',
  'has',
  'none',
] as const satisfies readonly PaperAnswer[]

/** Whether a seller can say this of this paper. */
export const isAnswerOf = (kind: PaperKind, said: PaperAnswer): boolean =>
  paperAnswers[kind].some((answer) => answer === said)

/** The numbers of the bike that stand on each paper: whoever checks the paper compares them with what the seller typed. */
export const numbersOnPapers: Record<PaperKind, readonly NumberKind[]> = {
  registration: ['registration', 'engine', 'chassis'],
  tax_token: ['registration'],
  plate: ['registration'],
  loan: ['registration', 'chassis'],
  purchase: ['engine', 'chassis'],
}

/** The seller's word; with a photo that nobody has looked at; looked at by Motohaat; a tax token that has run out. */
export const paperStates = ['said', 'shown', 'checked', 'expired'] as const
export type PaperState = (typeof paperStates)[number]

/** How complete the papers of a bike are. */
export const papersLevels = ['complete', 'mostly', 'not_said', 'unregistered'] as const
export type PapersLevel = (typeof papersLevels)[number]

/** Why the photo of a paper is not accepted, in the order of the moderators' keys 1 to 5. */
export const paperFaults = ['unreadable', 'other_name', 'other_number', 'covered', 'changed'] as const
export type PaperFault = (typeof paperFaults)[number]
