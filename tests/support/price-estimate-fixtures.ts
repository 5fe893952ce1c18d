// Bikes of one model by many sellers, for tests of price estimates; inserted as rows, because 100 sign-ups take minutes.
import { and, eq, isNotNull } from 'drizzle-orm'
import { assert } from 'vitest'
import { v7 } from 'uuid'
import { bikes } from '#market/schema/bikes/bikes.ts'
import { brands, models } from '#market/schema/bikes/catalogue.ts'
import { members } from '#market/schema/people/members.ts'
import { pictureUploads } from '#market/schema/bikes/pictures.ts'
import type { TestApp } from './test-app.ts'

type BikeOverrides = Partial<typeof bikes.$inferInsert>

/** Finds the catalogue ids of a Honda model, and takes the demonstration's bikes of it off the shop. */
export const findHondaModel = async ({ db }: TestApp, name: string) => {
  const [model] = await db
    .select({ modelId: models.id, brandId: models.brandId, engineCc: models.engineCc })
    .from(models)
    .innerJoin(brands, eq(brands.id, models.brandId))
    .where(and(eq(brands.name, 'Honda'), eq(models.name, name)))
  assert(model, `needs ${name} in the catalogue`)
  await db.update(bikes).set({ withdrawnAt: new Date() }).where(eq(bikes.modelId, model.modelId))
  return model
}

/** Inserts a seller. */
export const insertSeller = async ({ db }: TestApp): Promise<string> => {
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

/** Inserts a bike on sale, by default of a new seller; returns its id. */
export const insertBike = async (testApp: TestApp, overrides: BikeOverrides): Promise<string> => {
  const [template] = await testApp.db.select().from(bikes).where(isNotNull(bikes.modelId)).limit(1)
  assert(template, 'needs a bike of the demonstration')
  const sellerId = overrides.sellerId ?? (await insertSeller(testApp))
  const { picture } = template
  await testApp.db
    .insert(pictureUploads)
    .values({ memberId: sellerId, picture, uploadedAt: new Date() })
    .onConflictDoNothing()
  const id = v7()
  const state = { advertisedAt: null, soldAt: null, withdrawnAt: null, draftId: null, draftChecksum: null, slug: '' }
  const details = { boughtInYear: 2021, registeredInYear: 2021, kilometres: 20_000 }
  await testApp.db
    .insert(bikes)
    .values({ ...template, ...state, ...details, createdAt: new Date(), ...overrides, id, sellerId })
  return id
}

/** Inserts this many equal bikes, each of its own seller. */
export const insertBikes = async (testApp: TestApp, count: number, overrides: BikeOverrides): Promise<string[]> => {
  const ids: string[] = []
  for (let index = 0; index < count; index += 1) ids.push(await insertBike(testApp, overrides))
  return ids
}

/** Computes all estimates that are due. */
export const estimateAllPrices = async (testApp: TestApp): Promise<void> => {
  for (let processed = 1; processed > 0;) processed = await testApp.estimatePrices()
}
