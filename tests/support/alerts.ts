// Helpers for tests of saved searches and price alerts.
import { asc, eq, like } from 'drizzle-orm'
import { v7 } from 'uuid'
import { createSavedSearchMatcher } from '#market/search/saved-searches.ts'
import type { AlertJobDeps } from '#market/alerts/jobs.ts'
import { priceAlertSettings, savedSearches } from '#market/schema/bikes/alerts.ts'
import { mails } from '#market/schema/people/mails.ts'
import { getMemberId, insertUploadedPicture, createProductBody, type MemberClient } from './selling.ts'
import type { TestApp } from './test-app.ts'

/** The alert job of another process, this much later. */
export const createAlertsDeps = (testApp: TestApp, offsetMs = 0): AlertJobDeps => ({
  db: testApp.db,
  publicUrl: testApp.publicUrl,
  now: () => new Date(Date.now() + offsetMs),
  createId: () => v7(),
  createToken: () => `${v7()}${v7()}`,
  matchSavedSearch: createSavedSearchMatcher({ db: testApp.db, now: () => new Date() }),
  log: (line) => void testApp.logLines.push(line),
})

/** Lists unsent alerts of this saved search, oldest first. */
export const getSearchAlertEmails = async ({ db }: TestApp, searchId: string) => {
  const [search] = await db.select().from(savedSearches).where(eq(savedSearches.id, searchId))
  return findEmailsByUnsubscribeToken(db, search?.unsubscribeToken ?? '')
}

/** Lists unsent price alerts of this person, oldest first. */
export const getPriceAlertEmails = async (testApp: TestApp, member: { email: string }) => {
  const id = await getMemberId(testApp, member)
  const [priceAlert] = await testApp.db.select().from(priceAlertSettings).where(eq(priceAlertSettings.memberId, id))
  return findEmailsByUnsubscribeToken(testApp.db, priceAlert?.unsubscribeToken ?? 'none')
}

const findEmailsByUnsubscribeToken = async (db: TestApp['db'], token: string) => {
  const rows = await db
    .select()
    .from(mails)
    .where(like(mails.unsubscribeUrl, `%/${token}`))
    .orderBy(asc(mails.createdAt))
  return rows.map(({ subject, text, unsubscribeUrl }) => ({ subject, text: text ?? '', unsubscribeUrl }))
}

/** Changes the price of a bike that `createListing` created. */
export const changePrice = async (
  testApp: TestApp,
  seller: MemberClient,
  { id, salePrice }: { id: string; salePrice: number },
) => {
  const { productName, location, version } = await seller('GET /allbikes/myproduct/:id', { params: { id } })
  const body = {
    ...createProductBody(await insertUploadedPicture(testApp, seller)),
    productName,
    location,
    salePrice,
    version,
  }
  return seller('PUT /allbikes/myproduct/:id', { params: { id }, body })
}
