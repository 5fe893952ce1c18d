// The contact form, and the admin's list of its messages.
import { minuteMs } from '#contract/time/durations.ts'
import { contactEmailMinutes } from '#contract/time/lifetimes.ts'
import { createHash } from 'node:crypto'
import { and, count, desc, eq, isNull, lt, type SQL, sql } from 'drizzle-orm'
import type { contactCalls } from '#contract/contact.ts'
import { ApiError } from '#contract/errors/api-errors.ts'
import { formatTelephone } from '#contract/text.ts'
import type { Database, Transaction } from '#platform/database/database.ts'
import type { Handlers, RequestContext } from '#platform/http/router.ts'
import { getIdempotencyKey } from '#platform/http/idempotency-key.ts'
import { parseCursorId, parseLimit, toPage } from '#platform/database/paging.ts'
import { getEmailTemplates } from '#market/mail/templates/languages.ts'
import { queueEmail } from '#market/mail/queue.ts'
import { type Member, members } from '#market/schema/people/members.ts'
import { contactMessages } from '#market/schema/people/contact.ts'

/** A message in the admin's list. */
const messageDto = {
  _id: contactMessages.id,
  name: contactMessages.name,
  email: contactMessages.email,
  phone: contactMessages.phone,
  subject: contactMessages.subject,
  message: contactMessages.message,
  date: sql<string>`to_char(${contactMessages.createdAt} at time zone 'Asia/Dhaka', 'DD/MM/YYYY')`,
  time: sql<string>`to_char(${contactMessages.createdAt} at time zone 'Asia/Dhaka', 'FMHH12:MI AM')`,
  handled: sql<boolean>`${contactMessages.handledAt} is not null`,
}

type ContactDeps = { db: Database; now: () => Date; createId: () => string; publicUrl: string }
type Submission = RequestContext<(typeof contactCalls)['POST /contact'], Member>['body']

// At most one e-mail to the admin in this time, because anybody may use the form.
const minEmailIntervalMs = contactEmailMinutes * minuteMs

const prepareList = (db: Database, name: string, where?: SQL) =>
  db
    .select(messageDto)
    .from(contactMessages)
    .where(where)
    .orderBy(desc(contactMessages.id))
    .limit(sql.placeholder('rows'))
    .prepare(name)

const isEmailDue = async (tx: Transaction, now: Date): Promise<boolean> => {
  const [newest] = await tx
    .select({ at: contactMessages.createdAt })
    .from(contactMessages)
    .orderBy(desc(contactMessages.id))
    .limit(1)
  return !newest || now.getTime() - newest.at.getTime() >= minEmailIntervalMs
}

/** Stores the message, and queues an e-mail to each admin, in their language, if none was sent recently. */
const saveSubmission = ({ db, now, createId, publicUrl }: ContactDeps, submission: Submission): Promise<void> =>
  db.transaction(async (tx) => {
    const at = now()
    const isDue = await isEmailDue(tx, at)
    const draftChecksum = createHash('sha256').update(JSON.stringify(submission)).digest('base64url')
    // A retry of the same form after a lost response is not stored again.
    const saved = await tx
      .insert(contactMessages)
      .values({ id: createId(), ...submission, draftChecksum, createdAt: at })
      .onConflictDoNothing()
      .returning({ id: contactMessages.id })
    if (!isDue || saved.length === 0) return
    const admins = await tx
      .select({ email: members.email, language: members.language })
      .from(members)
      .where(and(eq(members.role, 'Admin'), isNull(members.removedAt)))
    for (const { email, language } of admins) {
      const message = getEmailTemplates(language).contactMessage({ publicUrl, written: submission })
      await queueEmail({ db: tx, now: at, createId }, email, message)
    }
  })

/** Marks a message as handled; returns 0 if it was handled already. */
const markHandled = async ({ db, now }: ContactDeps, id: string): Promise<number> => {
  const handled = await db
    .update(contactMessages)
    .set({ handledAt: now() })
    .where(and(eq(contactMessages.id, id), isNull(contactMessages.handledAt)))
    .returning({ id: contactMessages.id })
  if (handled.length > 0) return 1
  const existing = await db.select({ id: contactMessages.id }).from(contactMessages).where(eq(contactMessages.id, id))
  if (existing.length === 0) throw new ApiError('not_found')
  return 0
}

/** The handlers of the contact form and its messages. */
export const contactRoutes = (deps: ContactDeps): Handlers<typeof contactCalls, Member> => {
  const first = prepareList(deps.db, 'messages_first')
  const next = prepareList(deps.db, 'messages_next', lt(contactMessages.id, sql.placeholder('before')))
  const totalQuery = deps.db.select({ total: count() }).from(contactMessages).prepare('messages_total')
  return {
    'POST /contact': async ({ body, request }) => {
      await saveSubmission(deps, { ...body, draftId: body.draftId ?? getIdempotencyKey(request) })
      return { acknowledged: true, message: 'Message sent' }
    },
    'GET /messages': async ({ query }) => {
      const limit = parseLimit(query)
      const rows = query.cursor
        ? await next.execute({ before: parseCursorId(query.cursor), rows: limit + 1 })
        : await first.execute({ rows: limit + 1 })
      const [{ total } = { total: 0 }] = await totalQuery.execute()
      const items = rows.map((row) => ({ ...row, phone: row.phone && formatTelephone(row.phone) }))
      return { ...toPage(items, limit, (row) => row._id), total }
    },
    'PUT /messages/:id': async ({ params }) => ({ modifiedCount: await markHandled(deps, params.id) }),
  }
}
