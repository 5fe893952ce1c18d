// The calendar file of a meeting (RFC 5545), and the key with which a calendar program opens it.
import { addMs, dayMs, hourMs } from '#contract/time/durations.ts'
import { TZDate } from '@date-fns/tz'
import { eq, sql } from 'drizzle-orm'
import createCalendar, { ICalAlarmType, ICalCalendarMethod, ICalEventStatus } from 'ical-generator'
import type { LanguageCode } from '#contract/language.ts'
import type { Database } from '#platform/database/database.ts'
import { bikes } from '#market/schema/bikes/bikes.ts'
import { derive, isSame } from '#market/deals/handover-code/code.ts'
import { getState } from '#market/deals/state.ts'
import { type Deal, deals, dealSteps } from '#market/schema/deals/deals.ts'
import { replaceContactDetails } from '#platform/contact-details/replacing.ts'
import type { CalendarFile } from '#market/schema/people/mails.ts'

type DealPeople = Pick<Deal, 'id' | 'buyerId' | 'sellerId'>

const keyBytes = 16
/** How long after the meeting the address with the key opens the file. */
const addressLastsMs = 7 * dayMs

const computeKey = (secret: string, { dealId, memberId }: { dealId: string; memberId: string }): string =>
  derive(secret, 'meeting file', `${dealId}.${memberId}`).subarray(0, keyBytes).toString('base64url')

/** The address of the file for one of both people. It opens without a session, because a calendar program has none. */
export const toMeetingFilePath = (secret: string, of: { dealId: string; memberId: string }): string =>
  `/api/deals/${of.dealId}/meeting.ics?key=${computeKey(secret, of)}`

/** The member whose key this is; null for a wrong one. */
export const findKeyOwner = (secret: string, { id, buyerId, sellerId }: DealPeople, key: string): string | null => {
  const isKeyOf = (memberId: string) => isSame(key, computeKey(secret, { dealId: id, memberId }))
  const [isBuyer, isSeller] = [isKeyOf(buyerId), isKeyOf(sellerId)]
  if (isBuyer) return buyerId
  return isSeller ? sellerId : null
}

/** Whether the address with the key has ended. */
export const hasAddressEnded = ({ meetAt }: { meetAt: Date }, now: Date): boolean => now > addMs(meetAt, addressLastsMs)

/** Whether the agreed meeting is off: the deal ended without a handover. */
export const isMeetingOff = ({ closedAt, handedOverAt, closeReason }: Deal): boolean =>
  closedAt !== null && handedOverAt === null && closeReason !== 'sold_for_cash'

/** Whether both agreed on a meeting, and the bike was not handed over yet. */
export const hasMeetingAhead = (deal: Deal): boolean =>
  deal.meetAt !== null && ['accepted', 'held'].includes(getState(deal))

export type Meeting = {
  deal: Deal & { meetAt: Date }
  bikeName: string
  /** How often the time or the place was agreed on. */
  changeCount: number
}

/** The agreed meeting of a deal; null for an unknown deal, and for one without. */
export const findMeeting = async (db: Pick<Database, 'select'>, dealId: string): Promise<Meeting | null> => {
  const [row] = await db
    .select({
      deal: deals,
      bikeName: bikes.name,
      changeCount: sql<number>`(select count(*)::int from ${dealSteps} where ${dealSteps.dealId} = ${deals.id}
        and ${dealSteps.kind} in ('meeting_agreed', 'contact_given'))`,
    })
    .from(deals)
    .innerJoin(bikes, eq(bikes.id, deals.bikeId))
    .where(eq(deals.id, dealId))
  return row?.deal.meetAt ? { ...row, deal: { ...row.deal, meetAt: row.deal.meetAt } } : null
}

const zoneName = 'Asia/Dhaka'
// RFC 5545 wants each zone described. Dhaka has no daylight saving time.
const zone = [
  'BEGIN:VTIMEZONE',
  `TZID:${zoneName}`,
  'BEGIN:STANDARD',
  'DTSTART:19700101T000000',
  'TZOFFSETFROM:+0600',
  'TZOFFSETTO:+0600',
  'TZNAME:+06',
  'END:STANDARD',
  'END:VTIMEZONE',
].join('\r\n')

const texts: Record<LanguageCode, { title: (bikeName: string) => string; text: (url: string) => string }> = {
  en: { title: (bikeName) => `Meeting: ${bikeName}`, text: (url) => `Your deal on Motohaat: ${url}` },
  bn: { title: (bikeName) => `দেখা: ${bikeName}`, text: (url) => `মোটোহাটে দেখুন: ${url}` },
}

const toOrganizer = (from: string) => ({ name: 'Motohaat', email: /[^<>\s]+@[^<>\s]+/.exec(from)?.[0] ?? from })

type FileOptions = {
  language: LanguageCode
  publicUrl: string
  /** The shop’s own address: "Motohaat <no-reply@…>". */
  organizer: string
  now: Date
}

/**
 * The file. A calendar program replaces an entry by the next one of the same deal, and takes it away when the deal ended
 * without a meeting. It has no number of a person and no amount: calendars are shared with others.
 */
export const createMeetingFile = (
  { deal, bikeName, changeCount }: Meeting,
  { language, publicUrl, organizer, now }: FileOptions,
): CalendarFile => {
  const isOff = isMeetingOff(deal)
  const method = isOff ? 'CANCEL' : 'PUBLISH'
  const url = `${publicUrl}${language === 'bn' ? '/bn' : ''}/dashboard/deal/${deal.id}`
  const { title, text } = texts[language]
  const calendar = createCalendar({
    prodId: { company: 'Motohaat', product: 'Deal', language: language.toUpperCase() },
    method: ICalCalendarMethod[method],
    // Named at the event: the library writes times of a zone of the calendar without their zone.
    timezone: { name: null, generator: () => zone },
  })
  const event = calendar.createEvent({
    id: `${deal.id}@motohaat`,
    sequence: changeCount + (isOff ? 1 : 0),
    stamp: now,
    timezone: zoneName,
    start: new TZDate(deal.meetAt, zoneName),
    end: new TZDate(addMs(deal.meetAt, hourMs), zoneName),
    summary: title(bikeName),
    location: deal.meetPlace || null,
    description: text(url),
    url,
    organizer: toOrganizer(organizer),
    status: isOff ? ICalEventStatus.CANCELLED : ICalEventStatus.CONFIRMED,
  })
  if (!isOff)
    event.createAlarm({ type: ICalAlarmType.display, triggerBefore: hourMs / 1000, description: title(bikeName) })
  return { method, content: `${calendar.toString()}\r\n` }
}

/** The file in an e-mail about a deal, without contact details that a member wrote; null where no meeting is agreed on. */
export const findFileForEmail = async (
  db: Pick<Database, 'select'>,
  dealId: string,
  options: FileOptions,
): Promise<CalendarFile | null> => {
  const meeting = await findMeeting(db, dealId)
  if (!meeting) return null
  const bikeName = replaceContactDetails(meeting.bikeName, 'Motohaat')
  const meetPlace = replaceContactDetails(meeting.deal.meetPlace ?? '', '')
  return createMeetingFile({ ...meeting, bikeName, deal: { ...meeting.deal, meetPlace } }, options)
}
