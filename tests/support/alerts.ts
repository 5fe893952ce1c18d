// The steps of saved searches and lower prices, for the tests that tell which letters come of them.
import { asc, eq, like } from 'drizzle-orm'
import { v7 } from 'uuid'
import { openFitting } from '#market/search/saved-search-matcher/rules.ts'
import type { Newsroom } from '#market/alerts/jobs.ts'
import { priceLetters, savedSearches } from '#market/alerts/table.ts'
import { mails } from '#market/mail/table.ts'
import { memberId, pictureOf, product, type Seller } from './selling.ts'
import type { TestShop } from './test-app.ts'

/** Another process that writes the letters of this shop, so much later. */
export const newsroom = (shop: TestShop, laterMs = 0): Newsroom => ({
  db: shop.db,
  publicUrl: shop.publicUrl,
  now: () => new Date(Date.now() + laterMs),
  newId: () => v7(),
  newToken: () => `${v7()}${v7()}`,
  fitting: openFitting({ db: shop.db, now: () => new Date() }),
  say: (line) => void shop.logged.push(line),
})

/** What was written for this saved search and not sent yet, the oldest first. */
export const lettersOf = async ({ db }: TestShop, searchId: string) => {
  const [search] = await db.select().from(savedSearches).where(eq(savedSearches.id, searchId))
  return lettersThatStopAt(db, search?.stopToken ?? '')
}

/** The same for the letters about prices of this person. */
export const priceLettersOf = async (shop: TestShop, person: { email: string }) => {
  const id = await memberId(shop, person)
  const [letters] = await shop.db.select().from(priceLetters).where(eq(priceLetters.memberId, id))
  return lettersThatStopAt(shop.db, letters?.stopToken ?? 'none')
}

const lettersThatStopAt = async (db: TestShop['db'], token: string) => {
  const rows = await db
    .select()
    .from(mails)
    .where(like(mails.stopUrl, `%/${token}`))
    .orderBy(asc(mails.madeAt))
  return rows.map(({ subject, text, stopUrl }) => ({ subject, text: text ?? '', stopUrl }))
}

/** The seller asks another price for a bike that is otherwise as `offer` made it. */
export const reprice = async (shop: TestShop, seller: Seller, { id, salePrice }: { id: string; salePrice: number }) => {
  const { productName, location, version } = await seller('GET /allbikes/myproduct/:id', { params: { id } })
  const body = { ...product(await pictureOf(shop, seller)), productName, location, salePrice, version }
  return seller('PUT /allbikes/myproduct/:id', { params: { id }, body })
}
