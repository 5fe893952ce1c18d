// The hash by which the shop knows a photo again that somebody else took from an advertisement.
import sharp from 'sharp'
import { afterAll, assert, beforeAll, expect, test } from 'vitest'
import { createUploadForm } from '#tests/support/test-pictures.ts'
import { createTestApp, type TestApp } from '#tests/support/test-app.ts'

let testApp: TestApp
let rahim: Awaited<ReturnType<TestApp['signInAs']>>
beforeAll(async () => {
  testApp = await createTestApp({ manualClose: true })
  rahim = await testApp.signInAs('rahim')
})
afterAll(() => testApp.close())

/** Light and dark patches, different for each number, as a photo has them. */
const createPhoto = async (number: number): Promise<Buffer> => {
  const [width, height] = [12, 9]
  const points = Array.from({ length: width * height }, (_, index) =>
    Math.abs(Math.sin(number * 71 + index * index * 13)),
  )
  const data = Buffer.from(points.map((point) => Math.round(255 * point)))
  return sharp(data, { raw: { width, height, channels: 1 } })
    .resize(1200, 900, { kernel: 'cubic', fit: 'fill' })
    .jpeg({ quality: 92 })
    .toBuffer()
}

const readHash = async (bytes: Buffer): Promise<bigint> => {
  const { data } = await rahim('POST /images', { form: createUploadForm(bytes) })
  const { rows } = await testApp.db.$client.query<{ dhash: string | null }>(
    'select dhash from pictures where url = $1',
    [new URL(data.url, 'http://shop.example').pathname],
  )
  const dhash = rows[0]?.dhash
  assert(typeof dhash === 'string', 'a photo has a hash')
  return BigInt(dhash)
}

const countBits = (a: bigint, b: bigint): number =>
  [...BigInt.asUintN(64, a ^ b).toString(2)].filter((bit) => bit === '1').length

test('a photo is known again in another size, quality, format and brightness, and no other photo is taken for it', async () => {
  const photos = await Promise.all([1, 2, 3, 4].map(createPhoto))
  const hashes: bigint[] = []
  for (const photo of photos) hashes.push(await readHash(photo))
  const copies = {
    'half the size, poor quality': (photo: Buffer) => sharp(photo).resize(600).jpeg({ quality: 45 }).toBuffer(),
    'another format': (photo: Buffer) => sharp(photo).resize(1100).webp({ quality: 60 }).toBuffer(),
    'a little brighter': (photo: Buffer) =>
      sharp(photo).modulate({ brightness: 1.08 }).jpeg({ quality: 80 }).toBuffer(),
  }
  for (const [what, copy] of Object.entries(copies))
    for (const [index, photo] of photos.entries()) {
      const hash = await readHash(await copy(photo))
      const distances = hashes.map((one) => countBits(one, hash))
      expect(distances[index], `${what}: ${distances.join(', ')}`).toBeLessThanOrEqual(6)
      expect(Math.min(...distances.filter((_, other) => other !== index)), what).toBeGreaterThan(6)
    }
})

test('a picture of one colour has no hash, because it is like every other one', async () => {
  const plain = await sharp({ create: { width: 900, height: 600, channels: 3, background: '#456' } })
    .jpeg()
    .toBuffer()
  const { data } = await rahim('POST /images', { form: createUploadForm(plain) })
  const { rows } = await testApp.db.$client.query<{ dhash: string | null }>(
    'select dhash from pictures where url = $1',
    [new URL(data.url, 'http://shop.example').pathname],
  )
  expect(rows).toEqual([{ dhash: null }])
})
