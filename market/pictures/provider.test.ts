import { once } from 'node:events'
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { createServer, type RequestListener } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, onTestFinished, test } from 'vitest'
import { pictureVariants } from '#contract/picture-urls.ts'
import { openBucket } from '#sandbox/bucket/bucket.ts'
import { formOf, freshJpeg } from '#tests/support/test-pictures.ts'
import { gather } from '#scripts/invariants.ts'
import { openTestShop, type TestShop } from '#tests/support/test-app.ts'
import { type PictureStore, picturesInBucket, picturesOnDisk } from './provider.ts'
import { pictures, pictureUploads } from './table.ts'

const folder = async (): Promise<string> => {
  const made = await mkdtemp(join(tmpdir(), 'motohaat-store-'))
  onTestFinished(() => rm(made, { recursive: true, force: true }))
  return made
}

const openTestBucket = async () => {
  const bucket = await openBucket(await folder())
  onTestFinished(bucket.close)
  return bucket
}

const stores: [string, () => Promise<PictureStore>][] = [
  ['a folder', async () => picturesOnDisk(join(await folder(), 'pictures'))],
  ['a bucket', async () => picturesInBucket((await openTestBucket()).settings, () => {})],
]
const hash = '0123456789abcdef'.repeat(2)

describe.each(stores)('%s', (_kind, open) => {
  test('gives back what was put, lists it, and forgets what was taken away', async () => {
    const store = await open()
    const bytes = Buffer.from([0, 1, 2, 255])
    await store.put(`${hash}.webp`, Buffer.from('before'))
    await store.put(`${hash}.webp`, bytes)
    expect(await store.get(`${hash}.webp`)).toEqual(bytes)
    const all = await gather(store.all())
    expect(all.map(({ name }) => name)).toEqual([`${hash}.webp`])
    expect(Math.abs(Date.now() - Number(all[0]?.writtenAt))).toBeLessThan(60_000)
    await store.remove(`${hash}.webp`)
    await store.remove(`${hash}.webp`)
    expect(await store.get(`${hash}.webp`)).toBeNull()
    expect(await gather(store.all())).toEqual([])
  })
})

/** A server of this test's own; gives its address. */
const listening = async (answer: RequestListener): Promise<string> => {
  const server = createServer(answer).listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  const address = server.address()
  return `http://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}`
}

const page = (name: string, more: string): string =>
  `<ListBucketResult><Contents><Key>pictures/${name}</Key><LastModified>2026-01-02T03:04:05.000Z</LastModified></Contents>${more}</ListBucketResult>`

test('a bucket lists more than one page', async () => {
  // The stand-in store cannot cut its lists on a newer OpenSSL, so these pages are as S3 writes them.
  const endpoint = await listening((request, response) => {
    const token = new URL(request.url ?? '', 'http://store').searchParams.get('continuation-token')
    const next = '<NextContinuationToken>a+b/c&amp;d=</NextContinuationToken>'
    response.end(token === null ? page('one.webp', next) : page(token === 'a+b/c&d=' ? 'two.webp' : 'wrong', ''))
  })
  const at = { endpoint, bucket: 'motohaat', region: 'us-east-1', accessKeyId: 'key', secretAccessKey: 'secret' }
  const all = await gather(picturesInBucket(at, () => {}).all())
  expect(all.map(({ name }) => name)).toEqual(['one.webp', 'two.webp'])
  expect(all[0]?.writtenAt.toISOString()).toBe('2026-01-02T03:04:05.000Z')
})

const uploadTo = async (shop: TestShop) => {
  const rahim = await shop.as('rahim')
  return shop.app.inject({
    method: 'POST',
    url: '/api/images',
    headers: { authorization: `Bearer ${rahim.token}` },
    payload: formOf(await freshJpeg()),
  })
}

/** The answer says so, no bike can use it, and nothing is left in between. */
const expectNothingKept = async (shop: TestShop, answer: Awaited<ReturnType<typeof uploadTo>>) => {
  expect([answer.statusCode, answer.json().code]).toEqual([503, 'pictures_unavailable'])
  expect(answer.json().message).toBe('We cannot save pictures right now. Nothing was saved. Try again in a minute.')
  expect(answer.headers['retry-after']).toBe('5')
  const uploads = await shop.db.select().from(pictureUploads)
  const kept = await shop.db.select().from(pictures)
  expect(kept.filter(({ url, keptAt }) => keptAt && !uploads.some(({ picture }) => picture === url))).toEqual([])
  expect(await readdir(shop.incomingDir).catch(() => [])).toEqual([])
}

describe('a shop with a bucket', () => {
  test('keeps pictures there, serves them, and takes away what no bike uses', async () => {
    const { settings } = await openTestBucket()
    const store = picturesInBucket(settings, () => {})
    const clock = { now: new Date() }
    const shop = await openTestShop({ pictures: store, clock })
    const { url } = (await uploadTo(shop)).json().data
    for (const variant of pictureVariants(url)) {
      const answer = await shop.app.inject(variant.url)
      expect([answer.statusCode, answer.headers['content-type']]).toEqual([200, 'image/webp'])
    }
    expect(await readdir(shop.picturesDir).catch(() => [])).toEqual([])
    clock.now = new Date(Date.now() + 25 * 60 * 60 * 1000)
    await shop.sweepPictures()
    expect(await gather(store.all())).toEqual([])
    expect((await shop.app.inject(url)).statusCode).toBe(404)
  })

  test('whose secret is wrong says so to its keeper, and to the seller that pictures cannot be kept', async () => {
    const { settings } = await openTestBucket()
    const said: string[] = []
    const secretAccessKey = 'not the secret at all'
    const store = picturesInBucket({ ...settings, secretAccessKey }, (line) => void said.push(line))
    const shop = await openTestShop({ pictures: store })
    await expectNothingKept(shop, await uploadTo(shop))
    expect(said).toEqual(['The store of pictures answered 403 SignatureDoesNotMatch to PUT.'])
    expect(said.join('') + shop.logged.join('')).not.toContain(secretAccessKey)
  })

  test.each<[string, object, string]>([
    ['is not there', { bucket: 'another' }, 'The store of pictures answered 404 NoSuchBucket to PUT.'],
    ['cannot be reached', { endpoint: 'http://127.0.0.1:9' }, 'The store of pictures does not answer'],
  ])('that %s', async (_what, wrong, sentence) => {
    const { settings } = await openTestBucket()
    const said: string[] = []
    const store = picturesInBucket({ ...settings, ...wrong }, (line) => void said.push(line))
    const shop = await openTestShop({ pictures: store })
    await expectNothingKept(shop, await uploadTo(shop))
    expect(said[0]).toContain(sentence)
    if (_what === 'cannot be reached') expect((await shop.app.inject(`/pictures/${hash}.webp`)).statusCode).toBe(503)
  })

  test('that hangs is given up in time', async () => {
    const { settings } = await openTestBucket()
    const endpoint = await listening(() => {})
    const shop = await openTestShop({ pictures: picturesInBucket({ ...settings, endpoint }, () => {}) })
    const beganAt = performance.now()
    await expectNothingKept(shop, await uploadTo(shop))
    expect(performance.now() - beganAt).toBeLessThan(12_000)
  })
})

describe('a shop whose disk', () => {
  test('cannot take the picture keeps nothing of it', async () => {
    // A file stands where the folder should be made, which stops root too; a full disk is told apart by its code alone.
    const place = join(await folder(), 'pictures')
    await writeFile(place, '')
    const shop = await openTestShop({ pictures: picturesOnDisk(place) })
    const answer = await uploadTo(shop)
    expect(answer.statusCode).toBe(503)
    await expectNothingKept(shop, answer)
  })
})
