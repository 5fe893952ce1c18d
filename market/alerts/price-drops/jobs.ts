// A letter about a bike of somebody's wishlist that became cheaper.
import { and, asc, eq, gt, isNotNull, isNull, notExists, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import type { Database } from '#platform/database/database.ts'
import { bikes } from '#market/bikes/table.ts'
import { bookings } from '#market/bookings/table.ts'
import { lettersIn } from '#market/mail/rules.ts'
import { post } from '#market/mail/table.ts'
import { members } from '#market/members/table.ts'
import { priceWhenKept, wishes } from '#market/wishlist/table.ts'
import { betweenLettersMs, isWorthTelling, stopUrlOf } from '#market/alerts/rules.ts'
import { priceLetters, priceNotes } from '#market/alerts/table.ts'

type Transaction = Parameters<Parameters<Database['transaction']>[0]>[0]

type Room = {
  db: Database
  publicUrl: string
  now: () => Date
  newId: () => string
  newToken: () => string
}

const earlier = alias(priceNotes, 'earlier')

/** The lowest price that the person knows: from when the bike was kept, and from every letter since. */
const knownTaka = sql<number>`least(${priceWhenKept}, (
  select min(known.told_taka) from price_notes as known where known.wish_id = ${wishes.id}
))`

const isBooked = sql<boolean>`exists (
  select from ${bookings}
  where ${bookings.bikeId} = ${wishes.bikeId} and ${bookings.buyerId} = ${wishes.buyerId} and ${bookings.cancelledAt} is null
)`

/** The oldest note that waits, of a wish whose last letter is not of this hour; locked, and passed by by others. */
const takeNote = async (tx: Transaction, now: Date) => {
  const anHourAgo = new Date(now.getTime() - betweenLettersMs)
  const [taken] = await tx
    .select({ note: priceNotes, wish: wishes, bike: bikes, member: members, knownTaka, isBooked })
    .from(priceNotes)
    .innerJoin(wishes, eq(wishes.id, priceNotes.wishId))
    .innerJoin(bikes, eq(bikes.id, wishes.bikeId))
    .innerJoin(members, eq(members.id, wishes.buyerId))
    .where(
      and(
        isNull(priceNotes.settledAt),
        notExists(
          tx
            .select({ id: earlier.id })
            .from(earlier)
            .where(
              and(eq(earlier.wishId, priceNotes.wishId), isNotNull(earlier.toldTaka), gt(earlier.settledAt, anHourAgo)),
            ),
        ),
      ),
    )
    .orderBy(asc(priceNotes.fellAt), asc(priceNotes.id))
    .limit(1)
    // With its member, so that a removal comes before or after it.
    .for('no key update', { of: [priceNotes, members], skipLocked: true })
  return taken
}

/** Where the letters about prices of this member stop; made with the first letter. */
const stopOf = async (tx: Transaction, { newToken }: Room, memberId: string) => {
  await tx.insert(priceLetters).values({ memberId, stopToken: newToken() }).onConflictDoNothing()
  const [letters] = await tx.select().from(priceLetters).where(eq(priceLetters.memberId, memberId))
  return letters
}

type Taken = NonNullable<Awaited<ReturnType<typeof takeNote>>>

/** Writes the letter where there is still something to tell; gives the price that it named, or null. */
const writeLetter = async (tx: Transaction, room: Room, taken: Taken): Promise<number | null> => {
  const { wish, bike, member, knownTaka: wasTaka } = taken
  if (member.removedAt) return null
  const letters = await stopOf(tx, room, member.id)
  const priceTaka = bike.salePriceTaka
  const isWorthALetter = isWorthTelling({
    isOnSale: !bike.soldAt && !bike.withdrawnAt,
    isPaid: wish.paidAt !== null,
    isBooked: taken.isBooked,
    isStopped: letters?.stoppedAt !== null,
    priceTaka,
    knownTaka: wasTaka,
  })
  if (!letters || !isWorthALetter) return null
  const { publicUrl, newId } = room
  const stopUrl = stopUrlOf({ publicUrl, language: wish.language, token: letters.stopToken })
  const letter = lettersIn(wish.language).cheaper({ name: member.name, publicUrl, bike, wasTaka, stopUrl })
  await post({ db: tx, now: room.now(), newId }, member.email, letter)
  return priceTaka
}

/** Deals with one price that fell, the letter and the note together or neither; whether there was one. */
export const tellPriceDrop = (room: Room): Promise<boolean> =>
  room.db.transaction(async (tx) => {
    const now = room.now()
    const taken = await takeNote(tx, now)
    if (!taken) return false
    const toldTaka = await writeLetter(tx, room, taken)
    await tx.update(priceNotes).set({ settledAt: now, toldTaka }).where(eq(priceNotes.id, taken.note.id))
    return true
  })
