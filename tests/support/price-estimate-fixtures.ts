// Bikes of one model by many sellers, for the tests of what bikes are worth: rows, since a hundred sign-ups take minutes.
import { and, eq, isNotNull } from 'drizzle-orm'
import { assert } from 'vitest'
import { v7 } from 'uuid'
import { bikes } from '#market/bikes/table.ts'
import { brands, models } from '#market/catalogue/table.ts'
import { members } from '#market/members/table.ts'
import { pictureUploads } from '#market/pictures/table.ts'
import type { TestShop } from './test-app.ts'

type Change = Partial<typeof bikes.$inferInsert>

/** The catalogue's ids of a model of Honda, of which the demonstration has no bike. */
export const hondaModel = async ({ db }: TestShop, name: string) => {
  const [model] = await db
    .select({ modelId: models.id, brandId: models.brandId, engineCc: models.engineCc })
    .from(models)
    .innerJoin(brands, eq(brands.id, models.brandId))
    .where(and(eq(brands.name, 'Honda'), eq(models.name, name)))
  assert(model, `needs ${name} in the catalogue`)
  return model
}

/** Somebody who sells, as a row. */
export const sellerRow = async ({ db }: TestShop): Promise<string> => {
  const [id, at] = [v7(), new Date()]
  const row = {
    id,
    name: 'A Seller',
    email: `${id}@motohaat.test`,
    role: 'Seller' as const,
    createdAt: at,
    updatedAt: at,
  }
  await db.insert(members).values(row)
  return id
}

/** Puts a bike on sale, of a seller of its own unless told; gives its id. */
export const bikeRow = async (shop: TestShop, change: Change): Promise<string> => {
  const [pattern] = await shop.db.select().from(bikes).where(isNotNull(bikes.modelId)).limit(1)
  assert(pattern, 'needs a bike of the demonstration')
  const sellerId = change.sellerId ?? (await sellerRow(shop))
  const { picture } = pattern
  await shop.db
    .insert(pictureUploads)
    .values({ memberId: sellerId, picture, uploadedAt: new Date() })
    .onConflictDoNothing()
  const id = v7()
  const state = { advertisedAt: null, soldAt: null, withdrawnAt: null, draftId: null, draftMark: null, slug: '' }
  const known = { boughtInYear: 2021, registeredInYear: 2021, kilometres: 20_000 }
  await shop.db.insert(bikes).values({ ...pattern, ...state, ...known, createdAt: new Date(), ...change, id, sellerId })
  return id
}

/** So many bikes alike, each of its own seller. */
export const bikeRows = async (shop: TestShop, count: number, change: Change): Promise<string[]> => {
  const ids: string[] = []
  for (let at = 0; at < count; at += 1) ids.push(await bikeRow(shop, change))
  return ids
}

/** Lets the shop tell all that is due. */
export const reckonAll = async (shop: TestShop): Promise<void> => {
  for (let told = 1; told > 0;) told = await shop.reckonWorth()
}
