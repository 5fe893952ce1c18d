// The calendar file of a meeting, read with another library than the one that writes it.
import { dayMs } from '#contract/time/durations.ts'
import ICAL from 'ical.js'
import { and, desc, eq, isNotNull } from 'drizzle-orm'
import { afterAll, assert, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { deals } from '#market/schema/deals/deals.ts'
import { mails } from '#market/schema/people/mails.ts'
import { recordApiErrorSites } from '#tests/support/api-error-sites.ts'
import { getEmailsTo } from '#tests/support/accounts.ts'
import { book, type Order } from '#tests/support/buying.ts'
import { createListing, type MemberClient, registerMember } from '#tests/support/selling.ts'
import { createTestApp, type TestApp } from '#tests/support/test-app.ts'

const start = new Date('2026-11-20T04:00:00Z')
const clock = { now: start }
const meetAt = '2026-11-24T10:00:00.000Z'
const longPlace = 'মিরপুর ১০ গোলচত্বরের পাশে, মেট্রো স্টেশনের নিচে; বড় ব্যাংকের সামনে যে চায়ের দোকানটা আছে তার ঠিক পাশেই'
let testApp: TestApp
let seller: MemberClient
let karim: MemberClient
let stranger: MemberClient
beforeAll(async () => {
  testApp = await createTestApp({ manualClose: true, clock })
  seller = await registerMember(testApp, 'Seller', 'Rahim Uddin')
  karim = await registerMember(testApp, 'Buyer', 'Karim Ali')
  stranger = await registerMember(testApp, 'Buyer', 'Sadia Islam')
})
const sites = recordApiErrorSites()
afterAll(() => {
  sites.close()
  return testApp.close()
})
// The clock moves by days, and sessions end.
beforeEach(async () => {
  clock.now = start
  const again = ({ email }: { email: string }) => testApp.signInAs({ email })
  ;[seller, karim, stranger] = [await again(seller), await again(karim), await again(stranger)]
})

const agree = async (id: string, meeting: { meetAt: string; place: string }): Promise<void> => {
  await karim('PUT /deals/:id/meeting', { params: { id }, body: meeting })
  await seller('PUT /deals/:id/meeting', { params: { id }, body: { agree: true } })
}

/** A deal whose meeting both agreed on. */
const meet = async (place = longPlace): Promise<Order> => {
  const order = await book(karim, await createListing(testApp, seller))
  const params = { id: order.bookingId }
  await seller('PUT /deals/:id/answer', { params, body: { answer: 'yes' } })
  await agree(order.bookingId, { meetAt, place })
  return order
}

const open = (url: string, headers: Record<string, string> = {}) => testApp.fastify.inject({ url, headers })
const toPath = (id: string): string => `/api/deals/${id}/meeting.ics`
const openAs = (member: MemberClient, id: string) => open(toPath(id), { authorization: `Bearer ${member.token}` })

/** The address on the page of the deal, which opens without a session. */
const getAddress = async (member: MemberClient, id: string): Promise<string> => {
  const { meetingFile } = await member('GET /deals/:id', { params: { id } })
  assert(meetingFile !== null, 'needs a deal with a meeting')
  return meetingFile
}

const parse = (text: string) => {
  const calendar = new ICAL.Component(ICAL.parse(text))
  const found = calendar.getFirstSubcomponent('vevent')
  assert(found, 'needs an event')
  const alarm = found.getFirstSubcomponent('valarm')
  const event = new ICAL.Event(found)
  return {
    method: calendar.getFirstPropertyValue('method'),
    uid: event.uid,
    sequence: event.sequence,
    summary: event.summary,
    place: event.location,
    description: event.description,
    url: found.getFirstPropertyValue('url'),
    status: found.getFirstPropertyValue('status'),
    from: event.startDate.toJSDate().toISOString(),
    until: event.endDate.toJSDate().toISOString(),
    zone: event.startDate.zone?.tzid,
    clock: event.startDate.toString(),
    stamp: String(found.getFirstPropertyValue('dtstamp')),
    organizer: String(found.getFirstPropertyValue('organizer')),
    alarm: String(alarm?.getFirstPropertyValue('trigger')),
  }
}

describe('the calendar file of a meeting', () => {
  test('has time, place in Bangla, an alarm an hour before and the way back to the deal', async () => {
    const { bookingId } = await meet()
    const answer = await openAs(karim, bookingId)
    expect(answer.headers).toMatchObject({
      'content-type': 'text/calendar; charset=utf-8',
      'content-disposition': 'inline; filename="motohaat.ics"',
      'cache-control': 'no-store',
    })
    const url = `${testApp.publicUrl}/dashboard/deal/${bookingId}`
    expect(longPlace.length).toBeGreaterThanOrEqual(100)
    expect(parse(answer.payload)).toEqual({
      method: 'PUBLISH',
      uid: `${bookingId}@motohaat`,
      sequence: 1,
      summary: 'Meeting: Suzuki Gixxer 155',
      place: longPlace,
      description: `Your deal on Motohaat: ${url}`,
      url,
      status: 'CONFIRMED',
      from: meetAt,
      until: '2026-11-24T11:00:00.000Z',
      zone: 'Asia/Dhaka',
      clock: '2026-11-24T16:00:00',
      stamp: '2026-11-20T04:00:00Z',
      organizer: 'mailto:shop@example.com',
      alarm: '-PT1H',
    })
  })

  test('is in Bangla for somebody who reads Bangla', async () => {
    const { bookingId } = await meet()
    const id = bookingId
    await seller('PUT /notifications/settings', { body: { language: 'bn', muted: [] } })
    const url = `${testApp.publicUrl}/bn/dashboard/deal/${id}`
    expect(parse((await openAs(seller, id)).payload)).toMatchObject({
      summary: 'দেখা: Suzuki Gixxer 155',
      description: `মোটোহাটে দেখুন: ${url}`,
      url,
    })
    await seller('PUT /notifications/settings', { body: { language: 'en', muted: [] } })
  })

  test('has lines of 75 octets at most, each with CRLF, and no line of what people wrote', async () => {
    const { bookingId } = await meet()
    const meetPlace = 'Mirpur\r\nATTENDEE:mailto:x@evil.example; "a", b\\n'
    await testApp.db.update(deals).set({ meetPlace }).where(eq(deals.id, bookingId))
    for (const { payload } of [await openAs(karim, bookingId), await openAs(karim, (await meet()).bookingId)]) {
      expect(payload.endsWith('END:VCALENDAR\r\n')).toBe(true)
      for (const line of payload.split('\r\n')) {
        expect(Buffer.byteLength(line), line).toBeLessThanOrEqual(75)
        expect(line).not.toMatch(/[\r\n\uFFFD]|^ATTENDEE/)
      }
    }
  })

  test('of a meeting that was moved is the same entry with a higher number', async () => {
    const { bookingId } = await meet()
    const address = await getAddress(karim, bookingId)
    const before = parse((await open(address)).payload)
    await agree(bookingId, { meetAt: '2026-11-25T11:30:00.000Z', place: 'Farmgate' })
    const after = parse((await open(address)).payload)
    expect(after).toMatchObject({
      uid: before.uid,
      place: 'Farmgate',
      from: '2026-11-25T11:30:00.000Z',
      status: 'CONFIRMED',
    })
    expect(after.sequence).toBeGreaterThan(before.sequence)
  })

  test('of a deal that was cancelled takes the entry away', async () => {
    const { bookingId } = await meet()
    const address = await getAddress(karim, bookingId)
    const before = parse((await open(address)).payload)
    await karim('POST /deals/:id/cancel', { params: { id: bookingId }, body: {} })
    const after = parse((await open(address)).payload)
    expect(after).toMatchObject({ method: 'CANCEL', status: 'CANCELLED', uid: before.uid })
    expect(after.sequence).toBeGreaterThan(before.sequence)
    expect((await karim('GET /deals/:id', { params: { id: bookingId } })).meetingFile).toBeNull()
  })

  test('says no number, no amount and no name of a person', async () => {
    const { bookingId } = await meet()
    for (const member of [karim, seller]) {
      const { payload } = await openAs(member, bookingId)
      expect(payload).toMatch(/^BEGIN:VCALENDAR\r\n/)
      expect(payload.replace(bookingId, '')).not.toMatch(/01712|01700|178|Karim|Rahim|Nadia|key=/)
    }
  })
})

describe('who opens the calendar file', () => {
  test('both people with their session, and nobody else', async () => {
    const { bookingId } = await meet()
    const getStatus = async (headers: Record<string, string>) => (await open(toPath(bookingId), headers)).statusCode
    for (const member of [karim, seller]) {
      expect(await getStatus({ authorization: `Bearer ${member.token}` })).toBe(200)
      expect(await getStatus({ cookie: member.cookie })).toBe(200)
    }
    expect(await getStatus({ authorization: `Bearer ${stranger.token}` })).toBe(404)
    expect(await getStatus({ cookie: stranger.cookie })).toBe(404)
    expect(await getStatus({})).toBe(401)
  })

  test('a calendar program with the address of one of both, for this deal alone', async () => {
    const [one, other] = [await meet(), await meet()]
    const addresses = await Promise.all([karim, seller].map((member) => getAddress(member, one.bookingId)))
    expect(new Set(addresses).size).toBe(2)
    for (const address of addresses) {
      expect(address.length).toBeLessThan(100)
      expect((await open(address)).statusCode).toBe(200)
      const key = new URL(address, 'http://shop').searchParams.get('key') ?? ''
      const wrong = [
        `${toPath(other.bookingId)}?key=${key}`,
        `${toPath(one.bookingId)}?key=${key.slice(0, -1)}`,
        `${toPath(one.bookingId)}?key=${key.slice(0, -2)}AA`,
        `${toPath(one.bookingId)}?key=`,
        `${toPath(one.bookingId)}?key=${key}&key=${key}`,
        `${toPath('00000000-0000-7000-8000-000000000000')}?key=${key}`,
      ]
      const answers = await Promise.all(wrong.map((url) => open(url)))
      expect(answers.map(({ statusCode }) => statusCode)).toEqual(wrong.map(() => 404))
      expect(new Set(answers.map((answer) => answer.json<{ code: string }>().code))).toEqual(new Set(['not_found']))
      // What is no calendar is not offered as one.
      for (const { headers } of answers) expect(headers).not.toHaveProperty('content-disposition')
    }
  })

  test('until a week after the meeting', async () => {
    const { bookingId } = await meet()
    const address = await getAddress(karim, bookingId)
    clock.now = new Date(new Date(meetAt).getTime() + 7 * dayMs)
    expect((await open(address)).statusCode).toBe(200)
    clock.now = new Date(clock.now.getTime() + 1)
    expect((await open(address)).statusCode).toBe(404)
  })

  test('nobody while there is no meeting', async () => {
    const order = await book(karim, await createListing(testApp, seller))
    expect((await karim('GET /deals/:id', { params: { id: order.bookingId } })).meetingFile).toBeNull()
    expect((await openAs(karim, order.bookingId)).statusCode).toBe(404)
  })
})

describe('the e-mail', () => {
  const findMail = async (member: MemberClient) => {
    const [mail] = await testApp.db
      .select({ id: mails.id, subject: mails.subject })
      .from(mails)
      .where(and(eq(mails.recipient, member.email), isNotNull(mails.sentAt)))
      .orderBy(desc(mails.id))
      .limit(1)
    assert(mail, 'needs an e-mail')
    return mail
  }
  /** The file of the newest e-mail to this member, as it arrived. */
  const readFile = async (member: MemberClient) => {
    await testApp.sendMails()
    const { id, subject } = await findMail(member)
    const answer = await fetch(`${testApp.sandbox.outboxUrl}/${id}/calendar`)
    return { subject, status: answer.status, type: answer.headers.get('content-type'), text: await answer.text() }
  }

  test('of an agreed, a moved and a cancelled meeting carries the file', async () => {
    const { bookingId } = await meet()
    for (const member of [karim, seller]) {
      const agreed = await readFile(member)
      expect(agreed).toMatchObject({ status: 200, type: 'text/calendar; charset=utf-8; method=PUBLISH' })
      expect(agreed.subject).toMatch(/^You meet /)
      expect(parse(agreed.text)).toMatchObject({ uid: `${bookingId}@motohaat`, from: meetAt, place: longPlace })
    }
    await agree(bookingId, { meetAt: '2026-11-25T11:30:00.000Z', place: longPlace })
    const moved = parse((await readFile(karim)).text)
    expect(moved).toMatchObject({ uid: `${bookingId}@motohaat`, from: '2026-11-25T11:30:00.000Z', method: 'PUBLISH' })
    await seller('POST /deals/:id/cancel', { params: { id: bookingId }, body: {} })
    const cancelled = await readFile(karim)
    expect(cancelled.type).toBe('text/calendar; charset=utf-8; method=CANCEL')
    expect(parse(cancelled.text)).toMatchObject({ uid: `${bookingId}@motohaat`, status: 'CANCELLED' })
    expect(parse(cancelled.text).sequence).toBeGreaterThan(moved.sequence)
  })

  const cancel = (member: MemberClient, id: string) => member('POST /deals/:id/cancel', { params: { id }, body: {} })
  const countUnseen = async (member: MemberClient) => (await member('GET /notifications/count')).unseen

  test.each(['buyer', 'seller'] as const)(
    'of a meeting that the %s cancels reaches that person too, who finds nothing new on the page',
    async (side) => {
      const { bookingId } = await meet()
      const [canceller, otherName] = side === 'buyer' ? [karim, 'Nadia'] : [seller, 'Karim']
      const before = parse((await readFile(canceller)).text)
      const unseen = await countUnseen(canceller)
      await cancel(canceller, bookingId)
      const cancelled = await readFile(canceller)
      expect(cancelled.subject).toMatch(new RegExp(`^You cancelled the meeting with ${otherName} · `))
      expect(cancelled.type).toBe('text/calendar; charset=utf-8; method=CANCEL')
      expect(parse(cancelled.text)).toMatchObject({ uid: before.uid, status: 'CANCELLED' })
      expect(parse(cancelled.text).sequence).toBeGreaterThan(before.sequence)
      expect(await countUnseen(canceller)).toBe(unseen)
      const [newest] = await getEmailsTo(testApp, canceller.email)
      expect(newest).toContain('Please check that the meeting is gone from your calendar.')
      expect(newest).toContain(side === 'buyer' ? 'See my order' : 'See the deal')
    },
  )

  test('of a meeting about a bike that the seller takes off the market reaches the seller too', async () => {
    const order = await meet()
    await seller('DELETE /allbikes/:id', { params: { id: order.bike.id } })
    const mail = await readFile(seller)
    expect(mail.subject).toMatch(/^The meeting with Karim is off · /)
    expect(parse(mail.text)).toMatchObject({ uid: `${order.bookingId}@motohaat`, status: 'CANCELLED' })
  })

  test('is not sent to the person who cancels before a meeting is agreed on, or after its time', async () => {
    const order = await book(karim, await createListing(testApp, seller))
    await cancel(karim, order.bookingId)
    const { bookingId } = await meet()
    await testApp.db.update(deals).set({ meetAt: clock.now }).where(eq(deals.id, bookingId))
    await cancel(karim, bookingId)
    const told = (await karim('GET /notifications')).filter(
      ({ dealId, kind }) => [order.bookingId, bookingId].includes(dealId ?? '') && kind === 'cancelled_by_buyer',
    )
    expect(told).toEqual([])
  })

  test('carries no offer of somebody in a place, and no file where there is no meeting', async () => {
    await meet('Cheap bikes at www.evil.example')
    expect(parse((await readFile(seller)).text).place).toBeNull()
    await book(karim, await createListing(testApp, seller))
    expect((await readFile(seller)).status).toBe(404)
  })

  test('has no file any more once it is sent', async () => {
    await meet()
    await testApp.sendMails()
    const { id } = await findMail(karim)
    expect(await testApp.db.select({ calendar: mails.calendar }).from(mails).where(eq(mails.id, id))).toEqual([
      { calendar: null },
    ])
  })
})

test('each line that refuses the file has a case', () => {
  expect(sites.listMissing(['market/deals/meeting-file/routes.ts'])).toEqual([])
})
