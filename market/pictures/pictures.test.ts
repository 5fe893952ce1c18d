import { eq } from 'drizzle-orm'
import sharp from 'sharp'
import { afterAll, assert, beforeAll, describe, expect, test } from 'vitest'
import { getPictureVariants } from '#contract/picture-sizes.ts'
import { createPlainPicture, createUploadForm, createUniqueJpeg } from '#tests/support/test-pictures.ts'
import { createTestApp, type TestApp } from '#tests/support/test-app.ts'
import { members } from '#market/schema/people/members.ts'
import { pictures, pictureUploads } from '#market/schema/bikes/pictures.ts'

let testApp: TestApp
let rahim: Awaited<ReturnType<TestApp['signInAs']>>
beforeAll(async () => {
  testApp = await createTestApp({ manualClose: true })
  rahim = await testApp.signInAs('rahim')
})
afterAll(() => testApp.close())

/** A unique picture, because the store recognizes equal ones. */
const createImage = (() => {
  let count = 0
  return (width = 900, height = 600) =>
    createPlainPicture(width, height, `rgb(${(count += 7) % 256}, ${(count * 5) % 256}, 90)`)
})()

const uploadAsRahim = (form: FormData) => rahim('POST /images', { form })

const fetchPicture = async (url: string) => {
  const answer = await testApp.fastify.inject(url)
  expect(answer.statusCode, url).toBe(200)
  return { headers: answer.headers, bytes: answer.rawPayload }
}

describe('a seller who uploads a picture', () => {
  test.each(['jpeg', 'png', 'webp'] as const)('reads success and its address, for %s', async (kind) => {
    const answer = await uploadAsRahim(createUploadForm(await createImage(1600, 1200).toFormat(kind).toBuffer()))
    expect(answer).toEqual({ success: true, data: { url: expect.stringMatching(/^\/pictures\/[0-9a-f]{32}\.webp$/) } })
  })

  test('finds it as WebP at 320, 640 and 1280 pixels, to be kept for ever', async () => {
    const { data } = await uploadAsRahim(createUploadForm(await createImage(2000, 1000).jpeg().toBuffer()))
    const sizes = getPictureVariants(data.url)
    expect(sizes.map(({ widthPx }) => widthPx)).toEqual([320, 640, 1280])
    for (const { url, widthPx } of sizes) {
      const { headers, bytes } = await fetchPicture(url)
      const { format, width, height } = await sharp(bytes).metadata()
      expect({ format, width, height }).toEqual({ format: 'webp', width: widthPx, height: widthPx / 2 })
      expect(headers).toMatchObject({
        'content-type': 'image/webp',
        'cache-control': 'public, max-age=31536000, immutable',
        'x-content-type-options': 'nosniff',
      })
      const again = await testApp.fastify.inject({ url, headers: { 'if-none-match': String(headers.etag) } })
      expect([again.statusCode, again.payload]).toEqual([304, ''])
    }
  })

  test('finds a small picture as large as it was, never larger', async () => {
    const { data } = await uploadAsRahim(createUploadForm(await createImage(500, 400).png().toBuffer()))
    const widths = await Promise.all(
      getPictureVariants(data.url).map(
        async ({ url }) => (await sharp((await fetchPicture(url)).bytes).metadata()).width,
      ),
    )
    expect(widths).toEqual([320, 500, 500])
  })

  test('finds a very tall picture made narrower, for WebP ends at 16,383 pixels', async () => {
    const { data } = await uploadAsRahim(createUploadForm(await createImage(300, 20_000).png().toBuffer()))
    const { width, height } = await sharp((await fetchPicture(data.url)).bytes).metadata()
    expect([width, height]).toEqual([58, 3840])
  })

  test('finds it upright, in sRGB, and without the place where it was taken', async () => {
    const gps = { IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '23/1 48/1 0/1' }, IFD0: { Make: 'Camera of Rahim' } }
    const original = await createPlainPicture(400, 200, '#fff')
      .composite([{ input: await createPlainPicture(400, 100, '#00f').png().toBuffer(), top: 0, left: 0 }])
      .jpeg()
      .withMetadata({ orientation: 6, exif: gps, icc: 'p3' })
      .toBuffer()
    const metadata = await sharp(original).metadata()
    assert(metadata.exif && metadata.icc && metadata.orientation === 6, 'needs a picture with metadata')
    const { data } = await uploadAsRahim(createUploadForm(original))
    for (const { url } of getPictureVariants(data.url)) {
      const { bytes } = await fetchPicture(url)
      const { exif, icc, xmp, orientation, width, height } = await sharp(bytes).metadata()
      expect([exif, icc, xmp, orientation]).toEqual([undefined, undefined, undefined, undefined])
      expect([width, height]).toEqual([200, 400])
      expect(bytes.includes('Camera of Rahim')).toBe(false)
      // The former top edge is on the right now.
      const { data: pixels } = await sharp(bytes).removeAlpha().raw().toBuffer({ resolveWithObject: true })
      expect([pixels[(200 * 200 + 10) * 3], pixels[(200 * 200 + 190) * 3]]).toEqual([
        expect.toSatisfy((red: number) => red > 220),
        expect.toSatisfy((red: number) => red < 60),
      ])
    }
  })

  test('stores a tiny version in its row, shown until the picture has loaded', async () => {
    const { data } = await uploadAsRahim(createUploadForm(await createImage(1500, 1000).jpeg().toBuffer()))
    const [row] = await testApp.db.select().from(pictures).where(eq(pictures.url, data.url))
    expect(row).toMatchObject({
      widthPx: 1280,
      heightPx: 853,
      blur: expect.stringMatching(/^data:image\/webp;base64,/),
    })
    const tiny = await sharp(Buffer.from(row?.blur?.split(',')[1] ?? '', 'base64')).metadata()
    expect(tiny.width).toBe(16)
    expect(row?.blur?.length).toBeLessThan(400)
  })

  test('gets the same address for the same picture, and so does another seller', async () => {
    const bytes = await createImage().jpeg().toBuffer()
    const first = await uploadAsRahim(createUploadForm(bytes))
    expect(await uploadAsRahim(createUploadForm(bytes, { name: 'other.png' }))).toEqual(first)
    expect(await (await testApp.signInAs('farhana'))('POST /images', { form: createUploadForm(bytes) })).toEqual(first)
    const uploads = await testApp.db.select().from(pictureUploads).where(eq(pictureUploads.picture, first.data.url))
    expect(uploads).toHaveLength(2)
  })

  test('may send several at once, and the same one at once', async () => {
    const bytes = await createImage().jpeg().toBuffer()
    const other = await createImage().jpeg().toBuffer()
    const answers = await Promise.all([bytes, bytes, other, bytes].map((one) => uploadAsRahim(createUploadForm(one))))
    expect(new Set(answers.map(({ data }) => data.url)).size).toBe(2)
    for (const { data } of answers) await fetchPicture(data.url)
  })

  test.each(['../../x', 'C:\\x', '.htaccess', `${'n'.repeat(4_000)}.jpg`, '\u202Egpj.exe', 'a"b;c=d.jpg'])(
    'may name the file %j: the name is ignored',
    async (name) => {
      const { data } = await uploadAsRahim(createUploadForm(await createImage(64, 64).jpeg().toBuffer(), { name }))
      expect(data.url).toMatch(/^\/pictures\/[0-9a-f]{32}\.webp$/)
    },
  )

  test('shows the first frame of an animation', async () => {
    const frames = ['#f00', '#0f0', '#00f'].map((colour) => createPlainPicture(200, 100, colour).raw().toBuffer())
    const animated = await sharp(Buffer.concat(await Promise.all(frames)), {
      raw: { width: 200, height: 300, channels: 3, pageHeight: 100 },
    })
      .webp({ loop: 0, delay: [100, 100, 100], lossless: true })
      .toBuffer()
    assert((await sharp(animated, { animated: true }).metadata()).pages === 3, 'needs an animation')
    const { data } = await uploadAsRahim(createUploadForm(animated))
    const { bytes } = await fetchPicture(data.url)
    const { pages, width, height } = await sharp(bytes).metadata()
    expect([pages ?? 1, width, height]).toEqual([1, 200, 100])
    const { dominant } = await sharp(bytes).stats()
    expect(dominant.r).toBeGreaterThan(200)
  })

  test('a picture that is a page of HTML too is only a picture afterwards', async () => {
    const jpeg = await createImage().jpeg().toBuffer()
    const { data } = await uploadAsRahim(
      createUploadForm(Buffer.concat([jpeg, Buffer.from('<script>alert(1)</script>')])),
    )
    const { bytes, headers } = await fetchPicture(data.url)
    expect(bytes.includes('<script>')).toBe(false)
    expect(headers['content-security-policy']).toBe("default-src 'none'; sandbox")
  })
})

describe('who may upload', () => {
  test.each(['visitor', 'karim', 'ayesha'] as const)('%s may not', async (who) => {
    const client = await testApp.signInAs(who)
    const apiError = await client('POST /images', {
      form: createUploadForm(await createImage().jpeg().toBuffer()),
    }).catch((e: unknown) => e)
    expect(apiError).toMatchObject(who === 'visitor' ? { status: 401 } : { status: 403, code: 'role_not_allowed' })
  })

  test(
    'a seller with 60 pictures that no bike uses comes back when the first of them is a day old',
    { tags: 'long' },
    async () => {
      const [seller] = await testApp.db.select().from(members).where(eq(members.email, 'tanvir@motohaat.test'))
      const uploadedAt = new Date(Date.now() - 60 * 60 * 1000)
      const rows = Array.from({ length: 60 }, (_, at) => ({
        url: `/pictures/waiting-${at}.webp`,
        uploadStartedAt: uploadedAt,
      }))
      await testApp.db
        .insert(pictures)
        .values(rows.map((row) => ({ ...row, storedAt: uploadedAt, widthPx: 1, heightPx: 1 })))
      const tanvir = await testApp.signInAs('tanvir')
      const addUnusedUploads = (count: number) =>
        testApp.db
          .insert(pictureUploads)
          .values(rows.slice(0, count).map(({ url }) => ({ memberId: seller?.id ?? '', picture: url, uploadedAt })))
          .onConflictDoNothing()
      await addUnusedUploads(58)
      // These are in the store already, so all uploads reach the count at the same time.
      const known = await Promise.all(Array.from({ length: 8 }, () => createUniqueJpeg()))
      for (const bytes of known) await uploadAsRahim(createUploadForm(bytes))
      const results = await Promise.allSettled(
        known.map((bytes) => tanvir('POST /images', { form: createUploadForm(bytes) })),
      )
      expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(2)
      const answer = await testApp.fastify.inject({
        method: 'POST',
        url: '/api/images',
        headers: { authorization: `Bearer ${tanvir.token}` },
        payload: createUploadForm(await createImage().jpeg().toBuffer()),
      })
      expect(answer.statusCode).toBe(429)
      expect(answer.json()).toMatchObject({
        code: 'too_many_pictures',
        message: expect.stringContaining('60 pictures'),
      })
      const retrySeconds = Number(answer.headers['retry-after'])
      expect(retrySeconds).toBeGreaterThan(22 * 3600)
      expect(retrySeconds).toBeLessThanOrEqual(23 * 3600)
    },
  )
})

describe('GET /pictures/…', () => {
  test.each([
    '/pictures/0123456789abcdef0123456789abcdef.webp',
    '/pictures/..%2f..%2fsecret',
    '/pictures/../../etc/passwd',
    '/pictures/%2e%2e%2fincoming',
    '/pictures/0123456789abcdef0123456789abcdef.webp%00.txt',
    '/pictures/0123456789abcdef0123456789abcdef-64.webp',
    '/pictures/.draft-x',
  ])('%s is not there', async (url) => {
    const answer = await testApp.fastify.inject(url)
    expect([url, answer.statusCode]).toEqual([url, 404])
    expect(answer.headers['cache-control']).toBe('no-store')
  })
})
