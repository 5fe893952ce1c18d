// What the phones of today save: 24.5, 50 and 64 megapixels, AVIF, each way up, whole and damaged.
// @module-tag processes
import { spawnSync } from 'node:child_process'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sharp from 'sharp'
import { afterAll, assert, beforeAll, describe, expect, test } from 'vitest'
import { ApiResponseError } from '#contract/client.ts'
import { createPlainPicture, createUploadForm } from '#tests/support/test-pictures.ts'
import { createTestApp, type TestApp } from '#tests/support/test-app.ts'

let testApp: TestApp
let rahim: Awaited<ReturnType<TestApp['signInAs']>>
beforeAll(async () => {
  testApp = await createTestApp({ manualClose: true })
  rahim = await testApp.signInAs('rahim')
})
afterAll(() => testApp.close())

/** The size of the stored picture, or the error. */
const upload = async (bytes: Uint8Array): Promise<{ width: number; height: number } | ApiResponseError> => {
  try {
    const { data } = await rahim('POST /images', { form: createUploadForm(bytes) })
    const { width, height } = await sharp((await testApp.fastify.inject(data.url)).rawPayload).metadata()
    return { width, height }
  } catch (error) {
    assert(error instanceof ApiResponseError, String(error))
    return error
  }
}

const tooManyPixels = {
  status: 400,
  code: 'picture_too_many_pixels',
  message: 'A JPEG may have up to 64 megapixels, any other picture up to 24. Make it smaller and try again.',
}
const damaged = { status: 400, code: 'picture_damaged' }

/** 64 megapixels; made once, because that takes a second. */
const largestJpeg = createPlainPicture(9_248, 6_936).jpeg().toBuffer()

const createAvif = (width = 600, height = 400) => createPlainPicture(width, height, '#2a6').avif({ effort: 0 })

describe('a photo of a phone is accepted', () => {
  test('24.5 megapixels, the size of what an iPhone saves', async () => {
    const bytes = await readFile(join(import.meta.dirname, '../../tests/support/pictures/phone-24mp.jpg'))
    const { width, height } = await sharp(bytes).metadata()
    expect(width * height).toBeGreaterThan(24_000_000)
    expect(await upload(bytes)).toEqual({ width: 1_280, height: 960 })
  })

  test('50 megapixels, taken with the phone on its side', { tags: 'long' }, async () => {
    const bytes = await createPlainPicture(8_192, 6_144).jpeg().withMetadata({ orientation: 6 }).toBuffer()
    expect(await upload(bytes)).toEqual({ width: 1_280, height: 1_707 })
  })

  test('64 megapixels, and 65 are refused with a sentence', { tags: 'long' }, async () => {
    expect(await upload(await largestJpeg)).toEqual({ width: 1_280, height: 960 })
    expect(await upload(await createPlainPicture(10_000, 6_500).jpeg().toBuffer())).toMatchObject(tooManyPixels)
  })

  test('a progressive JPEG of 64 megapixels', { tags: 'long' }, async () => {
    const bytes = await createPlainPicture(9_248, 6_936, '#37a').jpeg({ progressive: true }).toBuffer()
    expect(await upload(bytes)).toEqual({ width: 1_280, height: 960 })
  })

  test('AVIF, the file of a camera and one of our own', async () => {
    const file = join(import.meta.dirname, '../../tests/support/pictures/photo.avif')
    expect(await upload(await readFile(file))).toEqual({ width: 240, height: 160 })
    expect(await upload(await createAvif().toBuffer())).toEqual({ width: 600, height: 400 })
  })

  test('AVIF with a rotation is turned upright once', async () => {
    const colours = [
      { input: await createPlainPicture(600, 200, '#00f').png().toBuffer(), top: 0, left: 0 },
      { input: await createPlainPicture(600, 200, '#fff').png().toBuffer(), top: 200, left: 0 },
    ]
    const bytes = await createPlainPicture(600, 400)
      .composite(colours)
      .avif({ effort: 0 })
      .withMetadata({ orientation: 6 })
      .toBuffer()
    const { data } = await rahim('POST /images', { form: createUploadForm(bytes) })
    const stored = sharp((await testApp.fastify.inject(data.url)).rawPayload)
    const { data: points, info } = await stored.removeAlpha().raw().toBuffer({ resolveWithObject: true })
    expect([info.width, info.height]).toEqual([400, 600])
    // The former top edge is on the right now: its blue has no red.
    const getRed = (left: number) => points[(300 * info.width + left) * 3] ?? -1
    expect(getRed(20)).toBeGreaterThan(220)
    expect(getRed(380)).toBeLessThan(60)
  })
})

describe('what no phone saves is refused', () => {
  test('AVIF of more than 24 megapixels', { tags: 'long' }, async () => {
    expect(await upload(await createAvif(6_400, 4_000).toBuffer())).toMatchObject(tooManyPixels)
  })

  test('AVIF that is cut in the middle', async () => {
    const noise = { type: 'gaussian', mean: 128, sigma: 60 } as const
    const noisy = sharp({ create: { width: 300, height: 200, channels: 3, background: '#888', noise } })
    const bytes = await noisy.avif({ effort: 0 }).toBuffer()
    expect(await upload(bytes.subarray(0, bytes.length / 2))).toMatchObject(damaged)
    expect(await upload(Buffer.concat([bytes.subarray(0, 60), Buffer.alloc(bytes.length)]))).toMatchObject(damaged)
  })

  test('HEIC in the container of AVIF, for which the decoder is missing', async () => {
    const avif = (await createAvif().toBuffer()).toString('latin1')
    const heic = avif.replace('ftypavif', 'ftypmif1').replaceAll('av01', 'hvc1').replaceAll('av1C', 'hvcC')
    expect(await upload(Buffer.from(heic, 'latin1'))).toMatchObject({
      code: expect.stringMatching(/damaged|wrong_type/),
    })
  })

  test('the head of a JPEG of 64 megapixels followed by zeros', async () => {
    const head = (await largestJpeg).subarray(0, 700)
    expect(await upload(Buffer.concat([head, Buffer.alloc(2_000_000)]))).toMatchObject(damaged)
  })
})

test.runIf(process.platform === 'linux')(
  'a JPEG of 64 megapixels is made smaller while it is decoded, which bounds its memory',
  async () => {
    const folder = await mkdtemp(join(tmpdir(), 'motohaat-memory-'))
    try {
      const file = join(folder, 'original')
      await writeFile(file, await largestJpeg)
      const program = `
      import { readFile } from 'node:fs/promises'
      import { blockOtherLoaders, processImage } from ${JSON.stringify(join(import.meta.dirname, 'image-worker.ts'))}
      blockOtherLoaders()
      const result = await processImage(${JSON.stringify({ file, folder })})
      const peak = /VmHWM:\\s+(\\d+) kB/.exec(await readFile('/proc/self/status', 'utf8'))
      console.log(JSON.stringify({ ...result, peakMegabytes: peak[1] / 1024 }))`
      const { stdout } = spawnSync(process.execPath, ['--input-type=module', '--eval', program], { encoding: 'utf8' })
      const { widthPx, peakMegabytes } = JSON.parse(stdout)
      expect(widthPx).toBe(1_280)
      // Decoded in full it would be 192 MB on top of the 95 MB of the program.
      expect(peakMegabytes).toBeLessThan(180)
    } finally {
      await rm(folder, { recursive: true, force: true })
    }
  },
)
