import { readdir } from 'node:fs/promises'
import { crc32, deflateSync } from 'node:zlib'
import sharp from 'sharp'
import { afterAll, assert, beforeAll, describe, expect, test } from 'vitest'
import { ApiResponseError } from '#contract/client.ts'
import { createPlainPicture, createUploadForm, createUniqueJpeg } from '#tests/support/test-pictures.ts'
import { defaultLoadShedding } from '#platform/load-shedding/load-shedding.ts'
import { createTestApp, type TestApp } from '#tests/support/test-app.ts'

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

const createPngChunk = (kind: string, data: Buffer): Buffer => {
  const body = Buffer.concat([Buffer.from(kind, 'latin1'), data])
  const [length, checksum] = [Buffer.alloc(4), Buffer.alloc(4)]
  length.writeUInt32BE(data.length)
  checksum.writeUInt32BE(crc32(body))
  return Buffer.concat([length, body, checksum])
}

/** A white PNG with one byte per pixel, which compresses to almost nothing. */
const createFlatPng = (width: number, height: number): Buffer => {
  const head = Buffer.alloc(13)
  head.writeUInt32BE(width, 0)
  head.writeUInt32BE(height, 4)
  head.set([8, 0, 0, 0, 0], 8)
  const packed = deflateSync(Buffer.alloc((width + 1) * height), { level: 9 })
  const chunks = [createPngChunk('IHDR', head), createPngChunk('IDAT', packed), createPngChunk('IEND', Buffer.alloc(0))]
  return Buffer.concat([Buffer.from('\x89PNG\r\n\x1A\n', 'latin1'), ...chunks])
}

const uploadAsRahim = (form: FormData) => rahim('POST /images', { form })

const getUploadError = async (form: FormData): Promise<ApiResponseError> => {
  const apiError = await uploadAsRahim(form).catch((error: unknown) => error)
  assert(apiError instanceof ApiResponseError, `was not refused: ${JSON.stringify(apiError)}`)
  return apiError
}

const createNoisyImage = () =>
  sharp({
    create: {
      width: 600,
      height: 400,
      channels: 3,
      background: '#888',
      noise: { type: 'gaussian', mean: 128, sigma: 60 },
    },
  })
const truncate = (bytes: Buffer) => bytes.subarray(0, bytes.length / 2)

const zeroTail = (bytes: Buffer) => Buffer.concat([bytes.subarray(0, 700), Buffer.alloc(bytes.length - 700)])

describe('what is no picture of ours is refused with a sentence', () => {
  const wrongType = { status: 415, code: 'picture_wrong_type' }
  test.each<[string, () => Promise<Uint8Array>]>([
    ['GIF', () => createPlainPicture(10, 10).gif().toBuffer()],
    ['TIFF', () => createPlainPicture(10, 10).tiff().toBuffer()],
    ['HEIC', async () => Buffer.from('\0\0\0\x18ftypheic\0\0\0\0mif1heic', 'latin1')],
    ['SVG', async () => Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><rect/></svg>')],
    ['PDF', async () => Buffer.from('%PDF-1.7\n1 0 obj\n')],
    ['BMP', async () => Buffer.from('BM\x46\0\0\0\0\0\0\0\x36\0\0\0', 'latin1')],
    ['ICO', async () => Buffer.from([0, 0, 1, 0, 1, 0, 16, 16, 0, 0, 1, 0])],
    ['MVG', async () => Buffer.from("push graphic-context\nimage over 0,0 0,0 'https://example.com/x'\n")],
    ['text', async () => Buffer.from('This is a photo, trust me.')],
    ['HTML', async () => Buffer.from('<!doctype html><title>x</title>')],
  ])('%s, whatever it is called', async (_kind, bytes) => {
    const apiError = await getUploadError(createUploadForm(await bytes(), { name: 'photo.jpg', type: 'image/jpeg' }))
    expect(apiError).toMatchObject(wrongType)
    expect(apiError.message).toBe(
      'This file is not a JPEG, PNG, WebP or AVIF picture. Choose another one, or save it as a JPEG first.',
    )
  })

  test.each<[string, () => Promise<Uint8Array>]>([
    ['a JPEG cut in the middle', async () => truncate(await createNoisyImage().jpeg().toBuffer())],
    ['a PNG cut in the middle', async () => truncate(await createNoisyImage().png().toBuffer())],
    ['a WebP cut in the middle', async () => truncate(await createNoisyImage().webp().toBuffer())],
    ['the head of a JPEG and nothing more', async () => Buffer.from([0xff, 0xd8, 0xff, 0xe0, 0, 16])],
    ['the head of a JPEG followed by zeros', async () => zeroTail(await createNoisyImage().jpeg().toBuffer())],
    [
      'a progressive JPEG followed by zeros',
      async () => zeroTail(await createNoisyImage().jpeg({ progressive: true }).toBuffer()),
    ],
    ['a PNG followed by zeros', async () => zeroTail(await createNoisyImage().png().toBuffer())],
    ['the head of a PNG before text', async () => Buffer.from('\x89PNG\r\n\x1A\nno picture at all', 'latin1')],
    ['an SVG behind the head of a WebP', async () => Buffer.from('RIFF\x10\0\0\0WEBP<svg xmlns=""/>', 'latin1')],
  ])('%s is damaged', async (_what, bytes) => {
    expect(await getUploadError(createUploadForm(await bytes()))).toMatchObject({
      status: 400,
      code: 'picture_damaged',
    })
  })

  test('more megapixels than its kind may have, before anything is decoded', async () => {
    const bomb = createFlatPng(16_000, 16_000)
    assert(bomb.length < 1_000_000, 'needs a small file')
    const before = process.memoryUsage.rss()
    expect(await getUploadError(createUploadForm(bomb))).toMatchObject({ status: 400, code: 'picture_too_many_pixels' })
    // Decoding 256 megapixels takes 1 GB.
    expect(process.memoryUsage.rss() - before).toBeLessThan(64 * 1024 * 1024)
    const { data } = await uploadAsRahim(createUploadForm(createFlatPng(5_712, 4_284)))
    expect(data.url).toMatch(/webp$/)
    const over = createFlatPng(6_250, 4_000)
    expect(await getUploadError(createUploadForm(over))).toMatchObject({ code: 'picture_too_many_pixels' })
  })

  test('more than 10 MB, whether the length was told or not', async () => {
    const jpeg = await createImage().jpeg().toBuffer()
    const fits = Buffer.concat([jpeg, Buffer.alloc(10 * 1024 * 1024 - jpeg.length)])
    expect(await uploadAsRahim(createUploadForm(fits))).toMatchObject({ success: true })
    const over = Buffer.concat([fits, Buffer.alloc(1)])
    expect(await getUploadError(createUploadForm(over))).toMatchObject({ status: 413, code: 'picture_too_big' })
    expect(await getUploadError(createUploadForm(Buffer.alloc(13 * 1024 * 1024)))).toMatchObject({ status: 413 })
  })

  test('no file, an empty one, or a text in its place', async () => {
    expect(await getUploadError(createUploadForm(Buffer.alloc(0)))).toMatchObject({
      status: 400,
      code: 'picture_missing',
    })
    const text = new FormData()
    text.append('image', 'data:image/png;base64,AAAA')
    expect(await getUploadError(text)).toMatchObject({ status: 400, code: 'one_picture_only' })
  })

  test('a second file, another field beside it, or a file in another field', async () => {
    const jpeg = await createImage().jpeg().toBuffer()
    const two = createUploadForm(jpeg)
    two.append('image', new Blob([new Uint8Array(jpeg)]), 'second.jpg')
    const beside = createUploadForm(jpeg)
    beside.append('email', 'farhana@motohaat.test')
    const before = new FormData()
    before.append('key', 'x')
    before.append('image', new Blob([new Uint8Array(jpeg)]), 'bike.jpg')
    for (const form of [
      two,
      beside,
      before,
      createUploadForm(jpeg, { field: 'photo' }),
      createUploadForm(jpeg, { field: '__proto__' }),
    ]) {
      expect(await getUploadError(form)).toMatchObject({ status: 400, code: 'one_picture_only' })
    }
  })

  test('JSON, plain text and no body at all', async () => {
    for (const type of ['application/json', 'text/plain', 'image/jpeg', undefined]) {
      const answer = await testApp.fastify.inject({
        method: 'POST',
        url: '/api/images',
        headers: { authorization: `Bearer ${rahim.token}`, ...(type !== undefined && { 'content-type': type }) },
        ...(type !== undefined && { payload: '{"image":"x"}' }),
      })
      expect([type, answer.statusCode, answer.json().message]).toEqual([
        type,
        415,
        'Send this as a form with one file.',
      ])
    }
  })

  test('after many rejected uploads no file remains, and the next picture is accepted', async () => {
    for (let times = 0; times < 5; times += 1) await getUploadError(createUploadForm(Buffer.from('no')))
    expect(await uploadAsRahim(createUploadForm(await createImage().jpeg().toBuffer()))).toMatchObject({
      success: true,
    })
    expect(await readdir(testApp.incomingDir)).toEqual([])
  })
})

test(
  'when too many pictures wait for conversion, the next gets a 503, and the others are accepted',
  { tags: 'long', timeout: 1_200_000 },
  async () => {
    // All of one seller at once, which the limits of uploads would refuse.
    const uploadLimits = { maxUploads: 30, maxUploadsPerMember: 30, maxUploadsPerAddress: 30, reservedUploads: 0 }
    const busyApp = await createTestApp({ shedding: { ...defaultLoadShedding, ...uploadLimits } })
    const seller = await busyApp.signInAs('rahim')
    const files = await Promise.all(Array.from({ length: 30 }, () => createUniqueJpeg()))
    const answers = await Promise.allSettled(
      files.map((bytes) => seller('POST /images', { form: createUploadForm(bytes) })),
    )
    const apiErrors = answers.flatMap((answer) => (answer.status === 'rejected' ? [answer.reason] : []))
    expect(apiErrors.length).toBeGreaterThan(0)
    expect(apiErrors.length).toBeLessThan(20)
    for (const one of apiErrors) expect(one).toMatchObject({ status: 503, code: 'shop_unavailable' })
  },
)
