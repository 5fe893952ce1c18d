// GET /api/deals/:id/meeting.ics: the calendar file of a meeting. Not a call of the contract, because it is a file.
import { and, eq, isNull, sql } from 'drizzle-orm'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { ApiError } from '#contract/errors/api-errors.ts'
import type { LanguageCode } from '#contract/language.ts'
import type { Database } from '#platform/database/database.ts'
import type { Authenticator } from '#platform/http/router.ts'
import { getSide } from '#market/deals/access.ts'
import { type Member, members } from '#market/schema/people/members.ts'
import { notificationSettings } from '#market/schema/people/notifications.ts'
import { createMeetingFile, findKeyOwner, findMeeting, hasAddressEnded, type Meeting } from './calendar-file.ts'

type MeetingFileDeps = {
  db: Database
  now: () => Date
  publicUrl: string
  /** Signs the addresses that calendar programs open. */
  secret: string
  /** The sender of the shop’s e-mails. */
  mailFrom: string
  authenticator: Pick<Authenticator<Member>, 'authenticate' | 'authenticateSession'>
  /** Counts the request; refuses it above the limit. */
  rateLimit: (request: FastifyRequest) => Promise<void>
}

type MeetingRequest = FastifyRequest<{ Params: { id: string }; Querystring: Record<string, unknown> }>

const refuse = (code: 'not_found' | 'not_signed_in'): never => {
  throw new ApiError(code)
}

/** Who reads the file: the member of the key, or one of both who is signed in. To others it does not exist. */
const findReaderId = async (deps: MeetingFileDeps, request: MeetingRequest, meeting: Meeting | null) => {
  const { key } = request.query
  if (key !== undefined) {
    const isKnown = meeting !== null && typeof key === 'string' && !hasAddressEnded(meeting.deal, deps.now())
    return isKnown ? findKeyOwner(deps.secret, meeting.deal, key) : null
  }
  const { authenticate, authenticateSession } = deps.authenticator
  const me = (await authenticate(request)) ?? (await authenticateSession(request)) ?? refuse('not_signed_in')
  return meeting && getSide(meeting.deal, me.id) ? me.id : null
}

const findLanguage = async ({ db }: MeetingFileDeps, memberId: string): Promise<LanguageCode | null> => {
  const [reader] = await db
    .select({ language: sql<LanguageCode>`coalesce(${notificationSettings.language}, ${members.language})` })
    .from(members)
    .leftJoin(notificationSettings, eq(notificationSettings.memberId, members.id))
    .where(and(eq(members.id, memberId), isNull(members.removedAt)))
  return reader?.language ?? null
}

/** Serves the calendar file to both people of a deal, with their session or with the key of the address. */
export const serveMeetingFile = (app: FastifyInstance, deps: MeetingFileDeps): void => {
  app.get<{ Params: { id: string }; Querystring: Record<string, unknown> }>(
    '/api/deals/:id(^[0-9a-f-]{36}$)/meeting.ics',
    { onRequest: deps.rateLimit },
    async (request, reply) => {
      void reply.header('cache-control', 'no-store')
      const { publicUrl, mailFrom, now } = deps
      const meeting = await findMeeting(deps.db, request.params.id)
      const readerId = await findReaderId(deps, request, meeting)
      const language = readerId === null ? null : await findLanguage(deps, readerId)
      if (!meeting || language === null) return refuse('not_found')
      const { content } = createMeetingFile(meeting, { language, publicUrl, organizer: mailFrom, now: now() })
      void reply.header('content-disposition', 'inline; filename="motohaat.ics"')
      return reply.type('text/calendar; charset=utf-8').send(content)
    },
  )
}
