// Offering a bike, as a seller does it on the screen, and what was offered before a journey begins.
import { expect, type Locator, type Page } from '@playwright/test'
import { randomUUID } from 'node:crypto'
import sharp from 'sharp'
import { createUploadForm, createUniqueJpeg } from '#tests/support/test-pictures.ts'
import { createClientFor, type Person } from './people.ts'
import type { TestServer } from './test-server.ts'

/** What a browser is given as the file that a person chose. */
export type UploadFile = { name: string; mimeType: string; buffer: Buffer }

/**
 * A photo as a phone takes it upright: 900 × 600 px lying on its side, which its EXIF says to turn. Its grain makes it
 * large enough (about 200 kB) to be seen on its way.
 */
export const createPhonePhoto = async (): Promise<UploadFile> => {
  const noise = { type: 'gaussian', mean: 128, sigma: 30 } as const
  const rotated = sharp({ create: { width: 900, height: 600, channels: 3, background: '#777', noise } })
  const buffer = await rotated.jpeg().withMetadata({ orientation: 6 }).toBuffer()
  return { name: 'IMG_2041.JPG', mimeType: 'image/jpeg', buffer }
}

/** A text that somebody has named like a photo. */
export const textNamedJpg: UploadFile = {
  name: 'bike.jpg',
  mimeType: 'image/jpeg',
  buffer: Buffer.from('The photo is on my other phone.'),
}

/** What a seller types, with digits of both scripts and commas where people put them. */
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
  ['salePrice', 'Resale Price'],
  ['originalPrice', 'Original Price'],
  ['purchaseTime', 'Year of Purchase'],
  ['usedTime', 'Year of Use'],
  ['contactNumber', 'Contact Number'],
  ['location', 'Location'],
] as const satisfies [keyof TypedBike, string][]

/** The fields of "Add A Product" that are typed into, in their order. */
export const getTypedFields = (page: Page, bike: TypedBike): [Locator, string][] =>
  labels.map(([field, label]) => [page.getByLabel(label, { exact: true }), bike[field]])

export const findPhotoField = (page: Page): Locator => page.getByLabel('Image', { exact: true })

export const findAddProductButton = (page: Page): Locator => page.getByRole('button', { name: 'Add Product' })

/** Types and chooses everything but the photo; the seller's name is there already. */
export const fillProductForm = async (page: Page, bike: TypedBike = typedBike): Promise<void> => {
  await page.getByRole('radio', { name: 'Suzuki' }).check()
  for (const [field, text] of getTypedFields(page, bike)) await field.fill(text)
  await page.getByRole('radio', { name: 'Good' }).check()
}

/** Waits until the page says, to those who listen, that the photo has arrived. */
export const expectPhotoUploaded = async (page: Page): Promise<void> => {
  const status = page.getByRole('status', { includeHidden: true })
  await expect(status.filter({ hasText: 'The photo is uploaded.' })).toHaveCount(1)
}

/** Lets the page send that many bytes in a second, or as many as it can. */
export const limitUploadSpeed = async (page: Page, bytesPerSecond: number | 'free'): Promise<void> => {
  const browser = await page.context().newCDPSession(page)
  await browser.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: 0,
    downloadThroughput: -1,
    uploadThroughput: bytesPerSecond === 'free' ? -1 : bytesPerSecond,
  })
}

/** Waits until a phone's photo is there, and stands upright. */
export const expectUpright = async (picture: Locator): Promise<void> => {
  await picture.scrollIntoViewIfNeeded()
  const getAspectRatio = () => picture.evaluate((image: HTMLImageElement) => image.naturalHeight / image.naturalWidth)
  await expect.poll(getAspectRatio).toBeCloseTo(900 / 600, 1)
}

/** The row of a bike in My Products. */
export const findBikeRow = (page: Page, name: string): Locator =>
  page.getByRole('row').filter({ has: page.getByRole('cell', { name, exact: true }) })

/** The card of a bike by a name that no other bike has. */
export const findCardByName = (page: Page, name: string): Locator =>
  page.getByRole('article').filter({ has: page.getByRole('heading', { name, exact: true }) })

/** A name for a bike that no other bike of the shop has. */
export const createBikeName = (): string => `Suzuki Gixxer ${randomUUID().slice(0, 8)}`

type ListingDetails = { brand: string; model: string; registrationYear: number; kilometres: number; salePrice: number }

/** Offers bikes and advertises those of them that `advertised` names; `known` is what is told of them beyond the usual. */
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

/** Takes all bikes of a seller off the shop, so that the home page of the journeys behind is as the shop opened. */
export const withdrawAllBikes = async (server: TestServer, seller: Person): Promise<void> => {
  const client = await createClientFor(server, seller)
  for (const { _id: id } of await client('GET /allbikes/myproduct'))
    await client('DELETE /allbikes/:id', { params: { id } })
}
