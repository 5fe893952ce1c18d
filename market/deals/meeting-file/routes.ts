// GET /api/deals/:id/meeting.ics: the calendar file of a meeting.
import { and, eq, isNull, sql } from 'drizzle-orm'
import type { meetingFileCalls } from '#contract/deals/deal-calls.ts'
import { ApiError } from '#contract/errors/api-errors.ts'
import type { LanguageCode } from '#contract/language.ts'
import type { Database } from '#platform/database/database.ts'
import type { Authenticator, Handlers, RequestContext } from '#platform/http/router.ts'
import { getSide } from '#market/deals/sides.ts'
import { type Member, members } from '#market/schema/people/members.ts'
import { notificationSettings } from '#market/schema/people/notifications.ts'
import { createMeetingFile, findKeyOwner, findMeeting, hasAddressEnded, type Meeting } from './calendar-file.ts'

export type MeetingFileDeps = {
  db: Database
  now: () => Date
  publicUrl: string
  /** Signs the addresses that calendar programs open. */
  secret: string
  /** The sender of the shop’s e-mails. */
  mailFrom: string
  authenticator: Pick<Authenticator<Member>, 'authenticateSession'>
}

const refuse = (code: 'not_found' | 'not_signed_in'): never => {
  throw new ApiError(code)
}

type Reading = RequestContext<(typeof meetingFileCalls)['GET /deals/:id/meeting.ics'], Member>

/** Who reads the file: the member of the key, or one of both who is signed in. To others it does not exist. */
const findReaderId = async (deps: MeetingFileDeps, { query, me, request }: Reading, meeting: Meeting | null) => {
  const { key } = query
  if (key !== undefined) {
    const isKnown = meeting !== null && !hasAddressEnded(meeting.deal, deps.now())
    return isKnown ? findKeyOwner(deps.secret, meeting.deal, key) : null
  }
  const reader = me ?? (await deps.authenticator.authenticateSession(request)) ?? refuse('not_signed_in')
  return meeting && getSide(meeting.deal, reader.id) ? reader.id : null
}

const findLanguage = async ({ db }: MeetingFileDeps, memberId: string): Promise<LanguageCode | null> => {
  const [reader] = await db
    .select({ language: sql<LanguageCode>`coalesce(${notificationSettings.language}, ${members.language})` })
    .from(members)
    .leftJoin(notificationSettings, eq(notificationSettings.memberId, members.id))
    .where(and(eq(members.id, memberId), isNull(members.removedAt)))
  return reader?.language ?? null
}

/** The handler of the calendar file, for both people of a deal, with their session or with the key of the address. */
export const meetingFileRoutes = (deps: MeetingFileDeps): Handlers<typeof meetingFileCalls, Member> => ({
  'GET /deals/:id/meeting.ics': async (reading) => {
    const { publicUrl, mailFrom, now } = deps
    const meeting = await findMeeting(deps.db, reading.params.id)
    const readerId = await findReaderId(deps, reading, meeting)
    const language = readerId === null ? null : await findLanguage(deps, readerId)
    if (!meeting || language === null) return refuse('not_found')
    const { content } = createMeetingFile(meeting, { language, publicUrl, organizer: mailFrom, now: now() })
    void reading.reply.header('content-disposition', 'inline; filename="motohaat.ics"')
    return content
  },
})
