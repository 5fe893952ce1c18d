// Adding a bike on the screen, and creating bikes by API before a test.
import { expect, type Locator, type Page } from '@playwright/test'
import sharp from 'sharp'
import { ApiResponseError } from '#contract/client.ts'
import { createUploadForm, createUniqueJpeg } from '#tests/support/test-pictures.ts'
import { createWord, createClientFor, type Person } from './people.ts'
import type { TestServer } from './test-server.ts'

/** The file that Playwright gives to a file input. */
export type UploadFile = { name: string; mimeType: string; buffer: Buffer }

/**
 * An upright phone photo: 900 × 600 px, with an EXIF orientation that rotates it. Noise makes it about 200 kB, so that
 * the upload progress is visible.
 */
export const createPhonePhoto = async (): Promise<UploadFile> => {
  const noise = { type: 'gaussian', mean: 128, sigma: 30 } as const
  const rotated = sharp({ create: { width: 900, height: 600, channels: 3, background: '#777', noise } })
  const buffer = await rotated.jpeg().withMetadata({ orientation: 6 }).toBuffer()
  return { name: 'IMG_2041.JPG', mimeType: 'image/jpeg', buffer }
}

/** The same photo with 22 megapixels and some 5 MB, as today's phones save it. */
export const createLargePhonePhoto = async (): Promise<UploadFile> => {
  const small = await sharp((await createPhonePhoto()).buffer).toBuffer()
  const buffer = await sharp(small)
    .resize(5_712, 3_808, { fit: 'fill' })
    .jpeg({ quality: 90 })
    .withMetadata({ orientation: 6 })
    .toBuffer()
  return { name: 'IMG_2042.JPG', mimeType: 'image/jpeg', buffer }
}

/** Returns a function that waits for the next picture that the page sends, and returns its bytes: no header tells them. */
export const watchSentBytes = async (page: Page): Promise<() => Promise<number>> => {
  const sentBytes = Promise.withResolvers<number>()
  await page.exposeFunction('reportSentBytes', sentBytes.resolve)
  await page.evaluate(() => {
    // Called with its request as `this`.
    // oxlint-disable-next-line typescript/unbound-method
    const send = XMLHttpRequest.prototype.send
    XMLHttpRequest.prototype.send = function (body) {
      const picture = body instanceof FormData ? body.get('image') : null
      if (picture instanceof File) void Reflect.get(globalThis, 'reportSentBytes')(picture.size)
      send.call(this, body)
    }
  })
  return () => sentBytes.promise
}

/** A text file with the name of a photo. */
export const textNamedJpg: UploadFile = {
  name: 'bike.jpg',
  mimeType: 'image/jpeg',
  buffer: Buffer.from('The photo is on my other phone.'),
}

/** Input of a seller, with digits of both scripts and thousands separators. */
export const typedBike = {
  productName: 'Suzuki Gixxer SF 155',
  salePrice: '১,৭৮,০০০',
  originalPrice: '৳2,39,950/-',
  purchaseTime: '২০২১',
  usedTime: '5',
  contactNumber: '০১৭১২-৩৪৫৬৭৮',
  location: 'Kandirpar, Cumilla',
}

export type TypedBike = typeof typedBike

const labels = [
  ['productName', 'Product Name'],
  ['purchaseTime', 'Year of Purchase'],
  ['usedTime', 'Year of Use'],
  ['salePrice', 'Resale Price'],
  ['originalPrice', 'Original Price'],
  ['contactNumber', 'Contact Number'],
  ['location', 'Location'],
] as const satisfies [keyof TypedBike, string][]

/** The text fields of "Add A Product" in order; `toShown` gives a label as the page shows it. */
export const getTypedFields = (
  page: Page,
  bike: TypedBike,
  toShown = (label: string): string => label,
): [Locator, string][] =>
  labels.map(([field, label]) => [page.getByLabel(toShown(label), { exact: true }), bike[field]])

export const findPhotoField = (page: Page): Locator => page.getByLabel('Image', { exact: true })

export const findAddProductButton = (page: Page): Locator => page.getByRole('button', { name: 'Add Product' })

/** Fills in everything but the photo; the seller's name is prefilled. The years of use follow from the year, and open for this. */
export const fillProductForm = async (page: Page, bike: TypedBike = typedBike): Promise<void> => {
  await page.getByRole('radio', { name: 'Suzuki' }).check()
  for (const [field, text] of getTypedFields(page, bike)) await field.fill(text)
  await page.getByRole('radio', { name: 'Good' }).check()
}

/** Waits until the live region announces that the photo is uploaded. */
export const expectPhotoUploaded = async (page: Page): Promise<void> => {
  const status = page.getByRole('status', { includeHidden: true })
  await expect(status.filter({ hasText: 'The photo is uploaded.' })).toHaveCount(1)
}

/** Limits the upload speed, in bytes per second. */
export const limitUploadSpeed = async (page: Page, bytesPerSecond: number | 'free'): Promise<void> => {
  const browser = await page.context().newCDPSession(page)
  await browser.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: 0,
    downloadThroughput: -1,
    uploadThroughput: bytesPerSecond === 'free' ? -1 : bytesPerSecond,
  })
}

/** Waits until a phone's photo is loaded and upright. */
export const expectUpright = async (picture: Locator): Promise<void> => {
  const getAspectRatio = async () => {
    // Each time, because a page that is loaded anew scrolls to where it was.
    await picture.scrollIntoViewIfNeeded()
    return picture.evaluate((image: HTMLImageElement) => image.naturalHeight / image.naturalWidth)
  }
  await expect.poll(getAspectRatio).toBeCloseTo(900 / 600, 1)
}

/** The row of a bike in My Products. */
export const findBikeRow = (page: Page, name: string): Locator =>
  page.getByRole('row').filter({ has: page.getByText(name, { exact: true }) })

/** Opens the menu of the first bike in My Products that has this entry. A closed menu hides its entries from roles. */
export const openMoreWith = async (page: Page, entry: Locator): Promise<void> =>
  page.locator('details').filter({ has: entry }).first().locator('summary').click()

/** The card of a bike with a unique name. */
export const findCardByName = (page: Page, name: string): Locator =>
  page.getByRole('article').filter({ has: page.getByRole('heading', { name, exact: true }) })

/** Creates a unique name for a bike. */
export const createBikeName = (): string => `Suzuki Gixxer ${createWord()}`

type ListingDetails = {
  name: string
  brand: string
  model: string
  registrationYear: number
  kilometres: number
  salePrice: number
  description: string
}

/** Creates bikes by API and advertises those in `advertised`; `known` has fields that differ from the defaults. */
export const createListings = async (
  server: TestServer,
  seller: Person,
  names: string[],
  advertisedNames: string[] = [],
  details: Partial<ListingDetails> = {},
): Promise<void> => {
  const client = await createClientFor(server, seller)
  const { data } = await client('POST /images', { form: createUploadForm(await createUniqueJpeg()) })
  const rest = { sellerName: seller.name, contactNumber: '01712345678', location: 'Kandirpar, Cumilla' }
  const numbers = { salePrice: 178_000, originalPrice: 239_950, purchaseTime: 2021, usedTime: 5 }
  for (const productName of names) {
    const choices = { condition: 'Good', name: 'Suzuki', image: data.url } as const
    const body = { productName, ...numbers, ...rest, ...choices, ...details }
    const { insertedId: id } = await client('POST /allbikes', { body })
    if (advertisedNames.includes(productName))
      await client('PUT /allbikes/:id', { params: { id }, body: { advertise: 'on' } })
  }
}

const isRefused = (error: unknown, status: number): boolean =>
  error instanceof ApiResponseError && error.status === status

/**
 * Withdraws the bikes of a seller that are on sale, so that later tests find the home page and the lists unchanged. A bike
 * that somebody is paying for stays, and a seller whom the test has removed has none.
 */
export const withdrawBikes = async (server: TestServer, seller: Person): Promise<void> => {
  const client = await createClientFor(server, seller).catch((error: unknown) => {
    if (!isRefused(error, 401)) throw error
  })
  if (!client) return
  const bikes = await client('GET /allbikes/myproduct', { query: { limit: '100' } })
  for (const { _id: id } of bikes.filter(({ status }) => status === 'available'))
    await client('DELETE /allbikes/:id', { params: { id } }).catch((error: unknown) => {
      if (!isRefused(error, 409)) throw error
    })
}
