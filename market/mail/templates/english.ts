// Pure. All e-mails in English.
import { englishCaseAdvice } from '#market/mail/english-case-advice.ts'
import { maxProofLinks, maxUnprovenNotices, maxUnprovenNoticesPerDay } from '#contract/limits.ts'
import { contactEmailMinutes, proofLinkHours } from '#contract/time/lifetimes.ts'
import { destinationWaitHours } from '#contract/deals/deadlines.ts'
import { otherCategory } from '#contract/bikes.ts'
import {
  getCaseNoticePath,
  englishCaseNotices,
  englishNotices,
  englishSuspendedUntil,
} from '#contract/notices/english.ts'
import type { EmailItem, EmailParagraph } from '#market/mail/layout.ts'
import { noticeAdvice, toNoticeButton } from '#market/mail/notice-advice.ts'
import { noticeWords } from '#market/mail/notice-words.ts'
import { hasContactDetails, replaceContactDetails } from '#platform/contact-details/replacing.ts'
import { type Removal, toRemovalTemplate } from './account-removed.ts'
import { createMoneySentence, listNoticeRows, listNoticeTasks } from './notice-facts.ts'
import { type ReadingReport, toReadingReportTemplate } from './reading-report.ts'
import {
  type CaseNotice,
  createEmail,
  type DealNotice,
  type Email,
  type EmailBike,
  type EmailTemplate,
  endSentence,
  proofLinkLifetimeMs,
  type Recipient,
  resetLinkLifetimeMs,
  toNoticePath,
  toNoticeSentence,
  toSharedPicture,
  weekMs,
} from './template.ts'

const create = (template: EmailTemplate): Email => createEmail(template, 'en')

const formatGreeting = (name: string | null): string =>
  name === null || hasContactDetails(name) ? 'Dear member,' : `Dear ${name},`

const createNotYou = (publicUrl: string): EmailParagraph => ({
  text: 'If this was not you,',
  link: { label: 'choose a new password at once', url: `${publicUrl}/forgot-password` },
})

/** The small print to an address that nobody has proven; nothing to others. */
const createUnprovenFooter = (name: string | null, publicUrl: string): EmailParagraph[] =>
  name === null
    ? [
        {
          text: `Somebody registered at Motohaat with this address, and nobody has confirmed it. If it was not you, do nothing: at most ${maxUnprovenNoticesPerDay} e-mails come on a day, and ${maxUnprovenNotices} in all.`,
          link: { label: 'It was me', url: `${publicUrl}/dashboard/account` },
        },
      ]
    : []

const numberFormat = new Intl.NumberFormat('en-IN')
const formatTaka = (price: number): string => `৳${numberFormat.format(price)}`

const formatBikeName = ({ name, category }: Pick<EmailBike, 'name' | 'category'>): string =>
  replaceContactDetails(name, category === otherCategory ? 'A bike' : `A ${category} bike`)

const toItem = (bike: EmailBike, publicUrl: string): EmailItem => {
  const location = replaceContactDetails(bike.location, '')
  const facts = [formatTaka(bike.salePriceTaka), String(bike.year), ...(location === '' ? [] : [location])]
  const title = formatBikeName(bike)
  const picture = toSharedPicture({ publicUrl, slug: bike.slug, alt: title })
  return { title, facts: facts.join(', '), url: `${publicUrl}/bikes/${bike.slug}`, picture }
}

const meetingDay = new Intl.DateTimeFormat('en-GB', {
  timeZone: 'Asia/Dhaka',
  weekday: 'short',
  day: 'numeric',
  month: 'short',
})
const meetingTime = new Intl.DateTimeFormat('en-US', { timeZone: 'Asia/Dhaka', hour: 'numeric', minute: '2-digit' })

const formatMoment = (at: Date): string => `${meetingDay.format(at)}, ${meetingTime.format(at)}`

/** The bike of a deal at the agreed price. Not a link: a bike that is off sale has no page. */
const toDealItem = ({ bike, priceTaka }: DealNotice, publicUrl: string): EmailItem => {
  const title = formatBikeName(bike)
  const facts = formatTaka(priceTaka)
  return bike.name === ''
    ? { title, facts }
    : { title, facts, picture: toSharedPicture({ publicUrl, slug: bike.slug, alt: title }) }
}

/** Bikes in place of the one that the buyer does not get. */
const toBikesLike = ({ bike, priceTaka, bikesLike }: DealNotice, publicUrl: string) => ({
  lead: `Your booking was for ${formatBikeName(bike)} at ${formatTaka(priceTaka)}. These bikes are like it:`,
  items: bikesLike.map((other) => toItem(other, publicUrl)),
})

type NewBikesInput = Recipient & {
  search: { name: string; query: string }
  bikes: EmailBike[]
  /** The number of further bikes. */
  moreCount: number
  unsubscribeUrl: string
}
type PriceDropInput = Recipient & { bike: EmailBike; previousTaka: number; unsubscribeUrl: string }

type Submission = {
  name?: string | undefined
  email: string
  subject?: string | undefined
  message?: string | undefined
}

export const english = {
  /** The token is in the URL fragment, which browsers send to no server, log or other site. */
  passwordReset: ({ name, publicUrl, token }: Recipient & { token: string }): Email =>
    create({
      publicUrl,
      lifetimeMs: resetLinkLifetimeMs,
      priority: 'urgent',
      toUnproven: true,
      subject: 'Choose a new password',
      paragraphs: [
        formatGreeting(name),
        'Somebody asked for a new password for your account. Choose it here within one hour.',
      ],
      button: { label: 'Choose a new password', url: `${publicUrl}/reset-password#${token}` },
      notes: ['If it was not you, do nothing: your password stays as it is.'],
    }),

  /** Says nothing that the person who registered has written: the address may be a stranger's. */
  addressProof: ({ publicUrl, token }: { publicUrl: string; token: string }): Email =>
    create({
      publicUrl,
      lifetimeMs: proofLinkLifetimeMs,
      priority: 'urgent',
      toUnproven: true,
      subject: 'Confirm your e-mail address',
      paragraphs: [
        formatGreeting(null),
        `Somebody registered at Motohaat with this e-mail address. If it was you, confirm it within ${proofLinkHours} hours. Then every e-mail about your bikes, money and searches reaches you.`,
      ],
      button: { label: 'Confirm my address', url: `${publicUrl}/confirm-email#${token}` },
      notes: [
        `If it was not you, do nothing. Until somebody confirms the address, it gets at most ${maxProofLinks} links, and ${maxUnprovenNotices} e-mails besides.`,
      ],
    }),

  /** A social login proved an address that had been registered before, perhaps by somebody else. */
  loginsEnded: ({ publicUrl }: { publicUrl: string }): Email =>
    create({
      publicUrl,
      lifetimeMs: weekMs,
      subject: 'Your e-mail address is confirmed',
      paragraphs: [
        formatGreeting(null),
        'Your address had an account at Motohaat that nobody had confirmed. You have now logged in to it with Google, which confirms it. The password and two-step login that were set before no longer work, in case they were not yours.',
      ],
      button: { label: 'See my account', url: `${publicUrl}/dashboard/account` },
      notes: ['There you can choose a password and set up two-step login.'],
    }),

  passwordChanged: ({ name, publicUrl }: Recipient): Email =>
    create({
      publicUrl,
      lifetimeMs: weekMs,
      subject: 'Your password was changed',
      paragraphs: [
        formatGreeting(name),
        'The password of your account was changed just now, and all other devices were logged out.',
        createNotYou(publicUrl),
      ],
    }),

  secondFactorChanged: ({ name, publicUrl, isOn }: Recipient & { isOn: boolean }): Email =>
    create({
      publicUrl,
      lifetimeMs: weekMs,
      subject: isOn ? 'Two-step login is on' : 'Two-step login is off',
      paragraphs: [
        formatGreeting(name),
        isOn
          ? 'From now on, logging in asks for a code from your phone as well as your password. Keep the backup codes in a safe place.'
          : 'Logging in no longer asks for a code from your phone.',
        createNotYou(publicUrl),
      ],
    }),

  payoutDestinationChanged: ({
    name,
    publicUrl,
    last4,
    isFirst,
  }: Recipient & { last4: string; isFirst: boolean }): Email =>
    create({
      publicUrl,
      lifetimeMs: weekMs,
      subject: isFirst ? 'Where your money is paid' : 'The account for your money was changed',
      paragraphs: [
        formatGreeting(name),
        isFirst
          ? `The money from your sales is paid to the account that ends in ${last4}.`
          : `The money from your sales will be paid to the account that ends in ${last4}. It is used in ${destinationWaitHours} hours.`,
        createNotYou(publicUrl),
      ],
      footer: createUnprovenFooter(name, publicUrl),
    }),

  /** What happened to a deal; null for a kind that this side is not told of. */
  dealNotice: ({ name, publicUrl, notice }: Recipient & { notice: DealNotice }): Email | null => {
    const fallbackName = notice.side === 'buyer' ? 'The seller' : 'The buyer'
    const sentence = toNoticeSentence(englishNotices, notice, { formatTaka, numberFormat, fallbackName })
    if (sentence === null) return null
    const hasBikesLike = notice.bikesLike.length > 0
    const { lead, items } = toBikesLike(notice, publicUrl)
    const money = createMoneySentence(notice, noticeWords, { formatTaka })
    const advice = noticeAdvice[notice.kind]?.[notice.side] ?? (money === null ? endSentence(sentence, '.') : null)
    const said = [money, hasBikesLike ? lead : advice].filter((one) => one !== null)
    return create({
      publicUrl,
      lifetimeMs: weekMs,
      subject: `${sentence} · ${formatBikeName(notice.bike)}`,
      heading: sentence,
      paragraphs: [formatGreeting(name), ...said],
      items: hasBikesLike ? items : [toDealItem(notice, publicUrl)],
      rows: hasBikesLike ? [] : listNoticeRows(notice, noticeWords, { formatTaka, formatMoment }),
      button: { label: toNoticeButton(notice), url: `${publicUrl}${toNoticePath(notice)}` },
      notes: listNoticeTasks(notice, noticeWords, publicUrl),
      footer: [
        ...createUnprovenFooter(name, publicUrl),
        {
          text:
            notice.chatId === null
              ? 'You get this e-mail because of your deal on Motohaat.'
              : 'You get this e-mail because somebody wrote to you on Motohaat.',
          link: { label: 'E-mail settings', url: `${publicUrl}/dashboard/account#emails` },
        },
      ],
    })
  },

  caseNotice: ({ name, publicUrl, kind, bikeId, bikeName, suspendedUntil }: Recipient & CaseNotice): Email => {
    const isSuspended = kind === 'case_suspended' && suspendedUntil !== null
    const sentence = isSuspended ? englishSuspendedUntil(formatMoment(suspendedUntil)) : englishCaseNotices[kind]
    return create({
      publicUrl,
      lifetimeMs: weekMs,
      subject: bikeName === null || hasContactDetails(bikeName) ? sentence : `${sentence} · ${bikeName}`,
      heading: sentence,
      paragraphs: [formatGreeting(name), englishCaseAdvice[kind] ?? 'You can read why, and what you can do now.'],
      button: { label: 'Read more', url: `${publicUrl}${getCaseNoticePath(kind, bikeId)}` },
      footer: createUnprovenFooter(name, publicUrl),
    })
  },

  accountDeleted: ({ name, publicUrl }: { name: string; publicUrl: string }): Email =>
    create({
      publicUrl,
      lifetimeMs: weekMs,
      subject: 'Your account was deleted',
      paragraphs: [
        formatGreeting(name),
        'Your account was deleted, as you asked. Sales and payments stay in our records, and nobody is shown them.',
        'Thank you for coming to Motohaat.',
      ],
    }),

  /** Motohaat removed the member. */
  accountRemoved: (input: Recipient & Removal): Email =>
    create(toRemovalTemplate(input, { greeting: formatGreeting(input.name), language: 'en' })),

  /** To the admin: who opened papers and read numbers of bikes on a day. */
  readingReport: (report: ReadingReport): Email => create(toReadingReportTemplate(report, 'en')),

  /** To the admin: a message of the contact form. An answer goes to its writer. */
  contactMessage: ({ publicUrl, written: submission }: { publicUrl: string; written: Submission }): Email =>
    create({
      publicUrl,
      lifetimeMs: weekMs,
      subject: `Message to Motohaat: ${submission.subject ?? 'no subject'}`,
      replyTo: submission.email,
      paragraphs: [
        `${submission.name ?? 'Somebody'} (${submission.email}) wrote with the contact form:`,
        submission.message ?? 'They wrote no message.',
      ],
      button: { label: 'See all messages', url: `${publicUrl}/dashboard/messages` },
      notes: [`You get at most one e-mail every ${contactEmailMinutes} minutes.`],
    }),

  /** For a saved search: new bikes since the last e-mail. */
  newBikes: ({ name, publicUrl, search, bikes, moreCount, unsubscribeUrl }: NewBikesInput): Email => {
    const count = bikes.length + moreCount
    const searchName = replaceContactDetails(search.name, 'the search you saved')
    const matches = count === 1 ? 'A new bike matches' : `${count} new bikes match`
    return create({
      publicUrl,
      lifetimeMs: weekMs,
      priority: 'bulk',
      unsubscribeUrl,
      subject: count === 1 ? `A new bike: ${searchName}` : `${count} new bikes: ${searchName}`,
      paragraphs: [formatGreeting(name), `${matches} ${searchName}:`],
      items: bikes.map((bike) => toItem(bike, publicUrl)),
      button: { label: 'See all matches', url: `${publicUrl}/bikes?${search.query}` },
      ...(moreCount > 0 && { notes: [`And ${moreCount} more.`] }),
      footer: [
        {
          text: 'You get this e-mail because you saved this search.',
          link: { label: 'Unsubscribe from this search', url: unsubscribeUrl },
        },
      ],
    })
  },

  /** A bike of the wishlist became cheaper. */
  priceDrop: ({ name, publicUrl, bike, previousTaka, unsubscribeUrl }: PriceDropInput): Email =>
    create({
      publicUrl,
      lifetimeMs: weekMs,
      priority: 'bulk',
      unsubscribeUrl,
      subject: `${formatTaka(previousTaka - bike.salePriceTaka)} less: ${formatBikeName(bike)}`,
      paragraphs: [
        formatGreeting(name),
        `A bike in your wishlist now costs ${formatTaka(bike.salePriceTaka)}; it was ${formatTaka(previousTaka)}:`,
      ],
      items: [toItem(bike, publicUrl)],
      button: { label: 'See the bike', url: `${publicUrl}/bikes/${bike.slug}` },
      footer: [
        {
          text: 'You get this e-mail because the bike is in your wishlist.',
          link: { label: 'Unsubscribe from price e-mails', url: unsubscribeUrl },
        },
      ],
    }),
}

/** All e-mails in one language. */
export type EmailTemplates = typeof english
