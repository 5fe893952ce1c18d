// What is said of a deal fits what may be done with it, in every list and on its page.
import { expect, test } from 'vitest'
import { shownDeal } from '#tests/support/deals/shown-deals.ts'
import { dealSituationMessages as bangla } from '#web/i18n/bn/deal-situations.ts'
import { banglaTimes } from '#web/i18n/bn/deal-times.ts'
import { englishTimes } from '#web/i18n/deal-times.ts'
import { dealSituationMessages } from '#web/i18n/en/deal-situations.ts'
import { type DealSummary, getSituation } from './describe-deal.ts'
import { type DealAct, getListEntry, sortEntries } from './deal-entries.ts'

const now = new Date('2026-11-20T08:00:00.000Z')
const later = '2026-11-20T08:15:00.000Z'

const requested: DealSummary = { ...shownDeal, answerDueAt: later }
const accepted: DealSummary = { ...requested, state: 'accepted', acceptedAt: now.toISOString() }
const held: DealSummary = { ...accepted, state: 'held', heldAt: now.toISOString() }

test('a request says why it waits: for the answer, for another buyer who pays, or for what the buyer has to answer', () => {
  const tell = (changes: Partial<DealSummary>, deal = requested) => getSituation({ ...deal, ...changes }, now.getTime())
  expect(tell({})).toBe('requested')
  expect(tell({ othersPayUntil: later })).toBe('othersPay')
  expect(tell({ linePlace: 1, othersPayUntil: later })).toBe('inLine')
  // The panel of those who wait in line is shown in this situation alone.
  expect(tell({ linePlace: 1, turnUntil: later })).toBe('turn')
  expect(tell({ confirmDueAt: later })).toBe('changed')
  expect(tell({ cashSaleUntil: later })).toBe('cashSale')
  expect(tell({ cashSaleUntil: later }, accepted)).toBe('cashSale')
  expect(tell({ isFrozen: true }, held)).toBe('frozen')
})

test('after the meeting a buyer is asked for money only where some is left to pay', () => {
  const met = { meetAt: '2026-11-20T07:00:00.000Z' }
  const tell = (deal: DealSummary) => {
    const name = getSituation({ ...deal, ...met }, now.getTime())
    return dealSituationMessages.en.buyer[name].say('Rahim', '', '', null)
  }
  expect(tell(accepted)).toContain('pay for it here or in cash')
  expect(tell({ ...held, paid: 3_000 })).toContain('pay the rest, here or in cash')
  expect(tell({ ...held, paid: 100_000 })).toContain('nothing is left to pay')
})

test('the main button is the act that the server names first', () => {
  const [isNow, isAhead] = [{ isCodeEarly: false }, { isCodeEarly: true }]
  const none = { others: [], asides: [], mayChangeTime: false }
  expect(sortEntries(requested, isNow)).toEqual({ ...none, primary: 'pay', quiet: 'cancel' })
  const unasked = { ...none, primary: undefined, quiet: undefined, asides: ['decline'] }
  expect(sortEntries({ acts: ['decline'], nextAct: null }, isNow)).toEqual(unasked)
  // What most deals do without is put aside; at the handover everything but the code.
  const acts: DealAct[] = ['pay_rest', 'offer_price', 'show_code', 'propose_meeting', 'cancel']
  expect(sortEntries({ acts, nextAct: 'propose_meeting' }, isNow)).toMatchObject({
    quiet: undefined,
    others: ['payRest', 'code'],
    asides: ['price', 'cancel'],
  })
  const ofSeller: DealAct[] = ['hand_over', 'say_handed_over', 'offer_price', 'propose_meeting', 'cancel']
  // Who has not said yes to a buyer who has paid finds the way to say no beside the way to say yes, and no code yet.
  for (const nextAct of ['propose_meeting', 'agree_meeting'] as const) {
    const unpromised = { acts: [...ofSeller, 'agree_meeting'] satisfies DealAct[], nextAct }
    const { quiet, others, asides } = sortEntries(unpromised, { ...isNow, isUnpromised: true })
    expect(quiet).toBe('cancel')
    expect(others).not.toContain('handOver')
    expect(asides).toContain('handOver')
  }
  // Where nothing is paid, the seller enters the code below "More" until a time is agreed.
  for (const nextAct of ['propose_meeting', null] as const) {
    const sorted = sortEntries({ acts: ofSeller, nextAct }, { ...isNow, isTimeMissing: true })
    expect(sorted).toMatchObject({ quiet: undefined, others: [] })
    expect(sorted.asides).toContain('handOver')
  }
  expect(sortEntries({ acts: ofSeller, nextAct: null }, isNow).others).toEqual(['handOver'])
  // Beside a proposed time stands another one, not the end of the deal.
  const asked: DealAct[] = ['agree_meeting', 'propose_meeting', 'pay_full', 'cancel']
  expect(sortEntries({ acts: asked, nextAct: 'agree_meeting' }, isNow)).toMatchObject({
    primary: 'agreeMeeting',
    quiet: 'propose',
    others: ['pay'],
    asides: ['cancel'],
    mayChangeTime: false,
  })
  expect(sortEntries({ acts, nextAct: 'show_code' }, isNow)).toMatchObject({
    others: [],
    asides: ['payRest', 'price', 'cancel'],
  })
  // Days before, the rest may be paid beside it.
  expect(sortEntries({ acts, nextAct: 'show_code' }, isAhead)).toMatchObject({ primary: 'code', others: ['payRest'] })
  expect(getListEntry({ nextAct: 'hand_over' })).toBe('handOver')
  // A row of a list leads to the deal, where the receipt is.
  expect(getListEntry({ nextAct: 'receipt' })).toBeNull()
})

test.each([
  ['2026-11-27T08:30:00.000Z', 0, 'today at 2:30\u{a0}PM', 'আজ দুপুর\u{a0}২:৩০-\u{2060}এ'],
  ['2026-11-27T13:00:00.000Z', 0, 'today at 7:00\u{a0}PM', 'আজ সন্ধ্যা\u{a0}৭টায়'],
  // 12 AM on the 28th is the night that follows the 27th.
  ['2026-11-27T18:00:00.000Z', 1, 'tomorrow at 12:00\u{a0}AM', 'আজ দিবাগত রাত\u{a0}১২টায়'],
  ['2026-11-27T03:30:00.000Z', 1, 'tomorrow at 9:30\u{a0}AM', 'কাল সকাল\u{a0}৯:৩০-\u{2060}এ'],
  ['2026-11-27T03:30:00.000Z', 6, 'on Friday at 9:30\u{a0}AM', 'শুক্রবার সকাল\u{a0}৯:৩০-\u{2060}এ'],
  [
    '2026-11-27T03:30:00.000Z',
    7,
    'on Fri\u{a0}27\u{a0}Nov at 9:30\u{a0}AM',
    'শুক্রবার ২৭\u{a0}নভেম্বর সকাল\u{a0}৯:৩০-\u{2060}এ',
  ],
])('a meeting at %s, %i days ahead, is %s', (iso, days, inEnglish, inBangla) => {
  expect(englishTimes.meeting(iso, days)).toBe(inEnglish)
  expect(banglaTimes.meeting(iso, days)).toBe(inBangla)
})

test('a night after midnight has in Bangla either the date of the calendar or the day before, and never both', () => {
  const night = '2026-11-30T18:30:00.000Z'
  expect(banglaTimes.full(night)).toBe('মঙ্গলবার ১\u{a0}ডিসেম্বর ২০২৬, রাত\u{a0}১২:৩০')
  expect(banglaTimes.clock(night)).toBe('রাত\u{a0}১২:৩০')
  expect(banglaTimes.at(night)).toBe('সোমবার ৩০\u{a0}নভেম্বর দিবাগত রাত\u{a0}১২:৩০')
  expect(banglaTimes.meetingClock(night)).toBe('সোমবার দিবাগত রাত\u{a0}১২:৩০')
  expect(banglaTimes.block(banglaTimes.toMeetingDay(night))).toEqual({ weekday: 'সোম', day: '৩০', month: 'নভে.' })
  const evening = '2026-11-30T12:30:00.000Z'
  expect(banglaTimes.toMeetingDay(evening)).toBe(evening)
  expect(banglaTimes.meetingClock(evening)).toBe(banglaTimes.clock(evening))
  expect(englishTimes.toMeetingDay(night)).toBe(night)
  expect(englishTimes.meetingClock(night)).toBe('12:30\u{a0}AM')
})

test('each situation has its words for both sides in both languages', () => {
  for (const { buyer, seller } of [dealSituationMessages.en, bangla])
    expect(Object.keys(buyer)).toEqual(Object.keys(seller))
})
