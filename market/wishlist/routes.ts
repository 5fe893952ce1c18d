import { and, desc, eq, lt, type SQL, sql } from 'drizzle-orm'
import { type LanguageCode, languageAsked } from '#contract/language.ts'
import { Refused } from '#contract/errors/api-errors.ts'
import type { wishlistCalls } from '#contract/wishlist.ts'
import { broke, type Database } from '#platform/database/database.ts'
import type { Handlers } from '#platform/http/router.ts'
import { idOfCursor, limitOf, pageOf } from '#platform/database/paging.ts'
import { bikes } from '#market/bikes/table.ts'
import { mayWant } from '#market/bookings/rules.ts'
import { refuseOtherEmail } from '#market/members/rules.ts'
import { type Member, members } from '#market/members/table.ts'
import { wishes, wishOnTheWire } from './table.ts'

type Room = { db: Database; now: () => Date; newId: () => string }

const prepare = (db: Database, name: string, which?: SQL) =>
  db
    .select(wishOnTheWire)
    .from(wishes)
    .innerJoin(bikes, eq(bikes.id, wishes.bikeId))
    .innerJoin(members, eq(members.id, wishes.buyerId))
    .where(and(eq(wishes.buyerId, sql.placeholder('me')), which))
    .orderBy(desc(wishes.id))
    .limit(sql.placeholder('rows'))
    .prepare(name)

type Wanted = { bikeId: string; buyerId: string; language: LanguageCode }

/** Puts the bike on the buyer's list while nobody can sell it; gives the item's id. */
const wish = ({ db, now, newId }: Room, { bikeId, buyerId, language }: Wanted): Promise<string> =>
  db.transaction(async (tx) => {
    const [offer] = await tx.select().from(bikes).where(eq(bikes.id, bikeId)).for('share')
    const refused = mayWant(offer, buyerId)
    if (refused) throw refused
    const id = newId()
    await tx.insert(wishes).values({ id, bikeId, buyerId, createdAt: now(), language })
    return id
  })

/** The refusal behind a constraint that the wish broke; any other error as it is. */
const whyNotWritten = (error: unknown): unknown => {
  if (broke(error, 'wished_once')) return new Refused('already_wished')
  return broke(error, 'member_is_here') ? new Refused('not_signed_in') : error
}

/** The wishlist of the person who asks. */
export const wishlistRoutes = (room: Room): Handlers<typeof wishlistCalls, Member> => {
  const first = prepare(room.db, 'wishes_first')
  const next = prepare(room.db, 'wishes_next', lt(wishes.id, sql.placeholder('before')))
  const one = prepare(room.db, 'wish', eq(wishes.id, sql.placeholder('id')))
  return {
    'POST /wishlist': async ({ me, body, request }) => {
      refuseOtherEmail(me, body.email)
      const language = languageAsked(request.headers['accept-language'])
      const wanted = { bikeId: body.productId, buyerId: me.id, language }
      const insertedId = await wish(room, wanted).catch((error: unknown) => {
        throw whyNotWritten(error)
      })
      return { acknowledged: true, insertedId, message: 'Added to wishlist' }
    },
    'GET /wishlist': async ({ me, query }) => {
      refuseOtherEmail(me, query.email)
      const rows = limitOf(query) + 1
      const found = query.cursor
        ? await next.execute({ me: me.id, before: idOfCursor(query.cursor), rows })
        : await first.execute({ me: me.id, rows })
      return pageOf(found, rows - 1, (row) => row._id)
    },
    'GET /wishlists/:id': async ({ me, params }) => {
      const [item] = await one.execute({ me: me.id, id: params.id, rows: 1 })
      if (!item) throw new Refused('not_found')
      return item
    },
  }
}
