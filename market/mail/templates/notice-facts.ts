// Pure. How the e-mail of a deal says amounts and times, in the words of a language.
import { hasContactDetails, replaceContactDetails } from '#platform/contact-details/replacing.ts'
import type { EmailParagraph } from '#market/mail/layout.ts'
import type { DealNotice, NoticeAdvice, NoticeFacts } from './template.ts'

type Side = DealNotice['side']
type Amounts = { paid: string; back: string; kept: string; isAllBack: boolean }

/** The words of a language. Amounts are written with ৳; `back` and `kept` are empty where a side gets nothing. */
export type NoticeWords = {
  when: string
  proposed: string
  where: string
  phone: string
  paid: Record<Side, string>
  left: string
  cash: string
  reason: string
  /** Labels of the time until which something is to be done; `answer` for all other kinds. */
  until: NoticeAdvice
  answer: string
  divided: Record<Side, (amounts: Amounts) => string>
  askForDestination: string
  addDestination: string
  askToRate: string
  rate: string
}

type Format = { formatTaka: (taka: number) => string; formatMoment: (at: Date) => string }
type Row = { label: string; value: string }

// Of these a person reads how the money was divided, in a sentence.
const endings: ReadonlySet<string> = new Set([
  'cancelled_by_buyer',
  'cancelled_by_seller',
  'unavailable',
  'no_deal',
  'no_meeting',
  'buyer_no_show',
  'seller_no_show',
  'buyer_removed',
  'seller_removed',
  'review_refused',
  'decided',
])

/** What was paid and who gets it, after the end of a deal; null where nothing was paid. */
export const createMoneySentence = (
  { kind, side, facts: { money } }: DealNotice,
  { divided }: NoticeWords,
  { formatTaka }: Pick<Format, 'formatTaka'>,
): string | null => {
  if (!endings.has(kind) || !money || money.toBuyerTaka + money.toSellerTaka === 0) return null
  const toText = (taka: number) => (taka === 0 ? '' : formatTaka(taka))
  return divided[side]({
    paid: formatTaka(money.paidTaka),
    back: toText(money.toBuyerTaka),
    kept: toText(money.toSellerTaka),
    isAllBack: money.toBuyerTaka === money.paidTaka,
  })
}

const listMeetingRows = (meeting: NoticeFacts['meeting'], words: NoticeWords, { formatMoment }: Format): Row[] => {
  if (!meeting) return []
  const place = replaceContactDetails(meeting.place ?? '', '')
  return [
    { label: meeting.isProposed ? words.proposed : words.when, value: formatMoment(meeting.at) },
    ...(place === '' ? [] : [{ label: words.where, value: place }]),
  ]
}

const listMoneyRows = ({ kind, side, facts: { money } }: DealNotice, words: NoticeWords, format: Format): Row[] => {
  if (!money || endings.has(kind) || kind.startsWith('payout_')) return []
  const { paidTaka, leftTaka, cashTaka } = money
  const rows = [
    { label: words.paid[side], taka: paidTaka },
    { label: words.left, taka: leftTaka },
    { label: words.cash, taka: cashTaka },
  ]
  return rows.flatMap(({ label, taka }) => (taka > 0 ? [{ label, value: format.formatTaka(taka) }] : []))
}

/** The table of a notice: when, where, until when, how much, and the other side's number. */
export const listNoticeRows = (notice: DealNotice, words: NoticeWords, format: Format): Row[] => {
  const { kind, side, otherName, otherNumber, facts } = notice
  const label = words.until[kind]?.[side] ?? words.answer
  return [
    ...listMeetingRows(facts.meeting, words, format),
    ...(facts.until ? [{ label, value: format.formatMoment(facts.until) }] : []),
    ...listMoneyRows(notice, words, format),
    ...(facts.reason === null ? [] : [{ label: words.reason, value: facts.reason }]),
    ...(otherNumber === null
      ? []
      : [{ label: hasContactDetails(otherName) || otherName === '' ? words.phone : otherName, value: otherNumber }]),
  ]
}

/** What else there is to do after the same step, which has no e-mail of its own. */
export const listNoticeTasks = (
  { dealId, facts: { asksForDestination, asksToRate } }: DealNotice,
  words: NoticeWords,
  pagesUrl: string,
): EmailParagraph[] => [
  ...(asksForDestination
    ? [
        {
          text: words.askForDestination,
          link: { label: words.addDestination, url: `${pagesUrl}/dashboard/money#where` },
        },
      ]
    : []),
  ...(asksToRate
    ? [{ text: words.askToRate, link: { label: words.rate, url: `${pagesUrl}/dashboard/deal/${dealId ?? ''}` } }]
    : []),
]
