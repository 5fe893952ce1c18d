// What visitors write to the shop, and the admin's list of it.
import { createHash } from 'node:crypto'
import { and, count, desc, eq, isNull, lt, type SQL, sql } from 'drizzle-orm'
import type { contactCalls } from '#contract/contact.ts'
import { Refused } from '#contract/errors/api-errors.ts'
import { telephoneShown } from '#contract/text.ts'
import type { Database } from '#platform/database/database.ts'
import type { Handlers, Visit } from '#platform/http/router.ts'
import { idOfCursor, limitOf, pageOf } from '#platform/database/paging.ts'
import { languageAsked } from '#contract/language.ts'
import { type Letters, lettersIn } from '#market/mail/rules.ts'
import { post } from '#market/mail/table.ts'
import { type Member, members } from '#market/members/table.ts'
import { contactMessages, messageOnTheWire } from './table.ts'

type Room = { db: Database; now: () => Date; newId: () => string; publicUrl: string }
type Written = Visit<(typeof contactCalls)['POST /contact'], Member>['body']
type Transaction = Parameters<Parameters<Database['transaction']>[0]>[0]

// One letter in this time: the form is open to everybody, and a flood of it must not become a flood of letters.
const quietMs = 15 * 60 * 1000

const prepare = (db: Database, name: string, which?: SQL) =>
  db
    .select(messageOnTheWire)
    .from(contactMessages)
    .where(which)
    .orderBy(desc(contactMessages.id))
    .limit(sql.placeholder('rows'))
    .prepare(name)

const isQuiet = async (tx: Transaction, now: Date): Promise<boolean> => {
  const [newest] = await tx
    .select({ at: contactMessages.createdAt })
    .from(contactMessages)
    .orderBy(desc(contactMessages.id))
    .limit(1)
  return !newest || now.getTime() - newest.at.getTime() >= quietMs
}

/** Keeps the message for the admin, and tells them by letter when none was written lately. */
const keep = ({ db, now, newId, publicUrl }: Room, written: Written, letters: Letters): Promise<void> =>
  db.transaction(async (tx) => {
    const at = now()
    const tells = await isQuiet(tx, at)
    const draftMark = createHash('sha256').update(JSON.stringify(written)).digest('base64url')
    // The same form again, sent because its answer was lost, says nothing new.
    const kept = await tx
      .insert(contactMessages)
      .values({ id: newId(), ...written, draftMark, createdAt: at })
      .onConflictDoNothing()
      .returning({ id: contactMessages.id })
    if (!tells || kept.length === 0) return
    const admins = await tx
      .select({ email: members.email })
      .from(members)
      .where(and(eq(members.role, 'Admin'), isNull(members.removedAt)))
    for (const { email } of admins) {
      await post({ db: tx, now: at, newId }, email, letters.contact({ publicUrl, written }))
    }
  })

/** Marks a message; 0 when it was marked already. */
const handle = async ({ db, now }: Room, id: string): Promise<number> => {
  const handled = await db
    .update(contactMessages)
    .set({ handledAt: now() })
    .where(and(eq(contactMessages.id, id), isNull(contactMessages.handledAt)))
    .returning({ id: contactMessages.id })
  if (handled.length > 0) return 1
  const known = await db.select({ id: contactMessages.id }).from(contactMessages).where(eq(contactMessages.id, id))
  if (known.length === 0) throw new Refused('not_found')
  return 0
}

/** The handlers of writing to the shop and of reading what was written. */
export const contactRoutes = (room: Room): Handlers<typeof contactCalls, Member> => {
  const first = prepare(room.db, 'messages_first')
  const next = prepare(room.db, 'messages_next', lt(contactMessages.id, sql.placeholder('before')))
  const counted = room.db.select({ total: count() }).from(contactMessages).prepare('messages_total')
  return {
    'POST /contact': async ({ body, request }) => {
      await keep(room, body, lettersIn(languageAsked(request.headers['accept-language'])))
      return { acknowledged: true, message: 'Message sent' }
    },
    'GET /messages': async ({ query }) => {
      const limit = limitOf(query)
      const rows = query.cursor
        ? await next.execute({ before: idOfCursor(query.cursor), rows: limit + 1 })
        : await first.execute({ rows: limit + 1 })
      const [{ total } = { total: 0 }] = await counted.execute()
      const shown = rows.map((row) => ({ ...row, phone: row.phone && telephoneShown(row.phone) }))
      return { ...pageOf(shown, limit, (row) => row._id), total }
    },
    'PUT /messages/:id': async ({ params }) => ({ modifiedCount: await handle(room, params.id) }),
  }
}
