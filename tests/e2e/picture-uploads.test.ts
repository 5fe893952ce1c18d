// Pictures are made smaller before they are sent, in every browser that can decode them; the server decides about the others.
import { createUniqueJpeg } from '#tests/support/test-pictures.ts'
import { expect, test, waitUntilReady } from './e2e-test.ts'
import {
  createLargePhonePhoto,
  createPhonePhoto,
  expectPhotoUploaded,
  expectUpright,
  findPhotoField,
  watchSentBytes,
} from './listing.ts'
import { registerSeller } from './people.ts'

test(
  'a photo is made smaller and stands upright in a browser that makes no bitmaps outside of the page',
  { tag: '@long' },
  async ({ openPageAs, server }) => {
    const page = await openPageAs(await registerSeller(server))
    // Safari 15.4 has no OffscreenCanvas; Safari 14 had no createImageBitmap.
    await page.addInitScript(() => {
      Reflect.deleteProperty(globalThis, 'createImageBitmap')
      Reflect.deleteProperty(globalThis, 'OffscreenCanvas')
    })
    await page.goto('/dashboard/addproducts')
    await waitUntilReady(page)
    const getSentBytes = await watchSentBytes(page)
    await findPhotoField(page).setInputFiles(await createLargePhonePhoto())
    expect(await getSentBytes()).toBeLessThan(750_000)
    await expectPhotoUploaded(page)
    await expect(page.getByText(/^Made smaller before sending:/)).toBeVisible()
    await expectUpright(page.getByRole('img', { name: 'Your photo' }))
  },
)

test(
  'a small photo and one that the browser cannot decode are sent as they are, and the server decides',
  { tag: '@long' },
  async ({ openPageAs, server, browserErrors }) => {
    browserErrors.allow('POST /api/images 415')
    const page = await openPageAs(await registerSeller(server))
    await page.goto('/dashboard/addproducts')
    await waitUntilReady(page)
    const small = await createUniqueJpeg()
    const getSentBytes = await watchSentBytes(page)
    await findPhotoField(page).setInputFiles({ name: 'a.jpg', mimeType: 'image/jpeg', buffer: small })
    // The form around the file takes some 200 bytes.
    expect((await getSentBytes()) - small.length).toBeLessThan(400)
    await expectPhotoUploaded(page)
    await expect(page.getByText(/^Made smaller/)).toHaveCount(0)

    const heic = Buffer.concat([Buffer.from('\0\0\0\x18ftypheic\0\0\0\0mif1heic', 'latin1'), Buffer.alloc(4_000)])
    await findPhotoField(page).setInputFiles({ name: 'IMG_2043.HEIC', mimeType: 'image/heic', buffer: heic })
    await expect(page.getByText(/^This file is not a JPEG, PNG, WebP or AVIF picture\./)).toBeVisible()
  },
)

test(
  'several photos say together how much smaller they were made',
  { tag: '@long' },
  async ({ openPageAs, server }) => {
    const page = await openPageAs(await registerSeller(server))
    await page.goto('/dashboard/addproducts')
    await waitUntilReady(page)
    const photos = [await createLargePhonePhoto(), await createPhonePhoto(), await createLargePhonePhoto()]
    await page.getByText('More about the bike', { exact: true }).click()
    await page.getByLabel(/^More Photos/).setInputFiles(photos)
    await expect(
      page.getByRole('status', { includeHidden: true }).filter({ hasText: '3 more photos are uploaded' }),
    ).toHaveCount(1)
    await expect(page.getByText(/^Made smaller before sending: [\d.]+ [KM]B instead of \d+\.\d MB\.$/)).toBeVisible()
  },
)
