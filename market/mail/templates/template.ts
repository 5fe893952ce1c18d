// Pure. What the templates of both languages share.
import { proofLinkHours, resetLinkMinutes } from '#contract/time/lifetimes.ts'
import { hourMs, minuteMs } from '#contract/time/durations.ts'
import { replaceContactDetails } from '#platform/contact-details/replacing.ts'
import type { CalendarFile } from '#market/schema/people/mails.ts'
import type { LanguageCode } from '#contract/language.ts'
import type { NoticeSentence } from '#contract/notices/english.ts'
import type { CaseEventKind } from '#contract/notices/events.ts'
import { type EmailContent, renderEmail } from '#market/mail/layout.ts'

/**
 * When an e-mail is sent: `urgent` before all others, for what somebody waits for on a page; `bulk` after all others, for
 * what nobody waits for.
 */
export type EmailPriority = 'urgent' | 'normal' | 'bulk'

export type Email = {
  subject: string
  text: string
  /** The same as HTML; plain text alone without it. */
  html?: string
  /** The meeting that the e-mail is about. Only for proven addresses: members wrote its place. */
  calendar?: CalendarFile
  /** How long sending the e-mail makes sense, in milliseconds. */
  lifetimeMs: number
  /** `normal` by default. */
  priority?: EmailPriority
  /** The URL of the unsubscribe page; e-mails that the recipient caused have none. */
  unsubscribeUrl?: string
  /**
   * Also goes to an address that nobody has proven or that refused e-mails: only for what the person at the address may
   * wait for. All other e-mails are dropped there, because a stranger may have registered the address.
   */
  toUnproven?: true
  /**
   * What an address that nobody has proven gets instead, a few times on a day: nothing that a member wrote, as a stranger
   * may have registered the address to have words sent there.
   */
  forUnproven?: Pick<Email, 'subject' | 'text' | 'html'>
  /** The last e-mails that an address that nobody has proven may get are for these. */
  isImportant?: true
  /** Who gets the answer to the e-mail; without it the sender, which nobody reads. */
  replyTo?: string
}

/** A bike in an e-mail. Its seller wrote the name and the location. */
export type EmailBike = {
  name: string
  category: string
  salePriceTaka: number
  year: number
  location: string
  slug: string
}

/** The picture of a bike: the same for everybody, so that it does not tell who opens an e-mail. */
export const toSharedPicture = ({ publicUrl, slug, alt }: { publicUrl: string; slug: string; alt: string }) => ({
  url: `${publicUrl}/share/${slug}.jpg`,
  alt,
})

export const weekMs = 7 * 24 * 60 * minuteMs

/** How long the link of a password reset e-mail is valid. */
export const resetLinkLifetimeMs = resetLinkMinutes * minuteMs

/** How long the link that proves an address is valid. */
export const proofLinkLifetimeMs = proofLinkHours * hourMs

/** What an e-mail says and how it is sent. The heading is the subject unless it is given. */
export type EmailTemplate = Omit<Email, 'text' | 'html'> & Omit<EmailContent, 'heading'> & { heading?: string }

/** Creates an e-mail with both parts: HTML and plain text. */
export const createEmail = (template: EmailTemplate, language: LanguageCode): Email => {
  const { subject, lifetimeMs, priority, unsubscribeUrl, toUnproven, forUnproven, replyTo, ...said } = template
  const content = renderEmail({ heading: subject, ...said }, language)
  return { subject, lifetimeMs, priority, unsubscribeUrl, toUnproven, forUnproven, replyTo, ...content }
}

/** Amounts and times of a deal, and what is left to do. */
export type NoticeFacts = {
  /** In Taka: paid here, left to pay, paid in cash, and what each side got at the end. Null where nothing was paid here. */
  money: {
    paidTaka: number
    leftTaka: number
    cashTaka: number
    toBuyerTaka: number
    toSellerTaka: number
  } | null
  meeting: { at: Date; place: string | null; isProposed: boolean } | null
  /** Until when the reader has time for what the notice asks for. */
  until: Date | null
  /** Why a problem was decided so, as the admin wrote it. */
  reason: string | null
  /** The seller has not said where to be paid. */
  asksForDestination: boolean
  asksToRate: boolean
}

/** What a member is told of a deal by e-mail. The other side wrote its name and the place; the seller the bike's name. */
export type DealNotice = {
  kind: string
  side: 'buyer' | 'seller'
  otherName: string
  /** An amount in Taka or a number of days, where the sentence has one. */
  taka: number | null
  /** Null for a message in a conversation, which `chatId` names. */
  dealId: string | null
  chatId: string | null
  bike: Pick<EmailBike, 'name' | 'category' | 'slug'>
  /** The price that both agreed on, in Taka. */
  priceTaka: number
  facts: NoticeFacts
  /** The other side's number, where the member may see it. */
  otherNumber: string | null
  /** Bikes on sale for a buyer who does not get this one; empty for all other notices. */
  bikesLike: EmailBike[]
}

type NoticeSentences = Partial<Record<string, { buyer?: NoticeSentence; seller?: NoticeSentence }>>

/**
 * The sentence of a notice without its full stop, or null for a kind that this side is not told of.
 * @param options `fallbackName` stands for a name that has contact details
 */
export const toNoticeSentence = (
  sentences: NoticeSentences,
  { kind, side, otherName, taka }: DealNotice,
  options: { formatTaka: (taka: number) => string; numberFormat: Intl.NumberFormat; fallbackName: string },
): string | null => {
  const firstName = replaceContactDetails(otherName.trim().split(/\s+/)[0] ?? '', options.fallbackName)
  const amount = taka ? options.formatTaka(taka) : ''
  const count = taka === null ? '' : options.numberFormat.format(taka)
  const sentence = sentences[kind]?.[side]?.(firstName, amount, count)
  return sentence?.replace(/[.।]$/, '') ?? null
}

/** The end of a sentence: a full stop, unless it is a question. */
export const endSentence = (sentence: string, fullStop: string): string =>
  /[?？]$/.test(sentence) ? sentence : `${sentence}${fullStop}`

/** What to do next after a notice, by its kind and side. */
export type NoticeAdvice = Partial<Record<string, Partial<Record<DealNotice['side'], string>>>>

/** The page that a notice leads to, below the language's prefix. */
export const toNoticePath = ({ kind, side, dealId, chatId }: DealNotice): string => {
  if (chatId !== null) return `/dashboard/chats/${chatId}`
  if (kind.startsWith('payout_')) return '/dashboard/money'
  if (kind.startsWith('transfer_')) return `/dashboard/transfers/${dealId ?? ''}`
  return leadsToOtherBikes({ kind, side }) ? '/bikes' : `/dashboard/deal/${dealId ?? ''}`
}

// The buyer does not get the bike.
const kindsWithoutDeal: ReadonlySet<string> = new Set(['declined', 'expired', 'unavailable', 'cancelled_by_seller'])

/** Whether the reader looks for another bike now. */
export const leadsToOtherBikes = ({ kind, side }: Pick<DealNotice, 'kind' | 'side'>): boolean =>
  side === 'buyer' && kindsWithoutDeal.has(kind)

/** The name that an e-mail greets; null where nobody has proven the address, as a stranger may have chosen the name. */
export type Recipient = { name: string | null; publicUrl: string }

/** A notice without what members wrote: names of people and bikes, the picture, the place, the reason, the number, other bikes. */
export const removeWordsOfMembers = (notice: DealNotice): DealNotice => ({
  ...notice,
  otherName: '',
  bike: { ...notice.bike, name: '' },
  facts: {
    ...notice.facts,
    meeting: notice.facts.meeting && { ...notice.facts.meeting, place: null },
    reason: null,
  },
  otherNumber: null,
  bikesLike: [],
})

/** The e-mail with what an unproven address gets instead. */
export const withUnproven = (email: Email, { subject, text, html }: Email, isImportant: boolean): Email => ({
  ...email,
  forUnproven: { subject, text, html },
  ...(isImportant && { isImportant }),
})

/** What a member is told of reports and decisions. */
export type CaseNotice = {
  kind: CaseEventKind
  bikeId: string | null
  bikeName: string | null
  /** Null where the member is not suspended. */
  suspendedUntil: Date | null
}
