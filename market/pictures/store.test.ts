import { once } from 'node:events'
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { createServer, type RequestListener } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, onTestFinished, test } from 'vitest'
import { getPictureVariants } from '#contract/picture-sizes.ts'
import { createBucket } from '#sandbox/bucket/bucket.ts'
import { createUploadForm, createUniqueJpeg } from '#tests/support/test-pictures.ts'
import { collect } from '#scripts/invariants.ts'
import { createTestApp, type TestApp } from '#tests/support/test-app.ts'
import { type PictureStore, createBucketPictureStore, createDiskPictureStore } from './store.ts'
import { pictures, pictureUploads } from '#market/schema/bikes/pictures.ts'

const createTempFolder = async (): Promise<string> => {
  const path = await mkdtemp(join(tmpdir(), 'motohaat-store-'))
  onTestFinished(() => rm(path, { recursive: true, force: true }))
  return path
}

const createTestBucket = async () => {
  const bucket = await createBucket(await createTempFolder())
  onTestFinished(bucket.close)
  return bucket
}

const stores: [string, () => Promise<PictureStore>][] = [
  ['a folder', async () => createDiskPictureStore(join(await createTempFolder(), 'pictures'))],
  ['a bucket', async () => createBucketPictureStore((await createTestBucket()).settings, () => {})],
]
const hash = '0123456789abcdef'.repeat(2)

describe.each(stores)('%s', (_kind, createStore) => {
  test('returns what was stored, lists it, and does not return what was deleted', async () => {
    const store = await createStore()
    const bytes = Buffer.from([0, 1, 2, 255])
    const beganAtMs = Date.now()
    await store.put(`${hash}.webp`, Buffer.from('before'))
    await store.put(`${hash}.webp`, bytes)
    expect(await store.get(`${hash}.webp`)).toEqual(bytes)
    const all = await collect(store.list())
    expect(all.map(({ name }) => name)).toEqual([`${hash}.webp`])
    // The file system may count in whole seconds.
    expect(Number(all[0]?.writtenAt)).toBeGreaterThanOrEqual(beganAtMs - 1_000)
    expect(Number(all[0]?.writtenAt)).toBeLessThanOrEqual(Date.now())
    await store.remove(`${hash}.webp`)
    await store.remove(`${hash}.webp`)
    expect(await store.get(`${hash}.webp`)).toBeNull()
    expect(await collect(store.list())).toEqual([])
  })
})

/** Starts a server for this test; returns its URL. */
const startServer = async (answer: RequestListener): Promise<string> => {
  const server = createServer(answer).listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  const address = server.address()
  return `http://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}`
}

const createListingXml = (name: string, extra: string): string =>
  `<ListBucketResult><Contents><Key>pictures/${name}</Key><LastModified>2026-01-02T03:04:05.000Z</LastModified></Contents>${extra}</ListBucketResult>`

test('a bucket lists more than one page', async () => {
  // The fake store cannot page its lists with a newer OpenSSL, so the test writes the pages as S3 does.
  const endpoint = await startServer((request, response) => {
    const token = new URL(request.url ?? '', 'http://store').searchParams.get('continuation-token')
    const next = '<NextContinuationToken>a+b/c&amp;d=</NextContinuationToken>'
    response.end(
      token === null
        ? createListingXml('one.webp', next)
        : createListingXml(token === 'a+b/c&d=' ? 'two.webp' : 'wrong', ''),
    )
  })
  const config = { endpoint, bucket: 'motohaat', region: 'us-east-1', accessKeyId: 'key', secretAccessKey: 'secret' }
  const all = await collect(createBucketPictureStore(config, () => {}).list())
  expect(all.map(({ name }) => name)).toEqual(['one.webp', 'two.webp'])
  expect(all[0]?.writtenAt.toISOString()).toBe('2026-01-02T03:04:05.000Z')
})

const uploadPicture = async (testApp: TestApp) => {
  const rahim = await testApp.signInAs('rahim')
  return testApp.fastify.inject({
    method: 'POST',
    url: '/api/images',
    headers: { authorization: `Bearer ${rahim.token}` },
    payload: createUploadForm(await createUniqueJpeg()),
  })
}

/** The response has the error, no bike can use the picture, and no file or row remains. */
const expectNothingStored = async (testApp: TestApp, answer: Awaited<ReturnType<typeof uploadPicture>>) => {
  expect([answer.statusCode, answer.json().code]).toEqual([503, 'pictures_unavailable'])
  expect(answer.json().message).toBe('We cannot save pictures right now. Nothing was saved. Try again in a minute.')
  expect(answer.headers['retry-after']).toBe('5')
  const uploads = await testApp.db.select().from(pictureUploads)
  const stored = await testApp.db.select().from(pictures)
  expect(stored.filter(({ url, storedAt }) => storedAt && !uploads.some(({ picture }) => picture === url))).toEqual([])
  expect(await readdir(testApp.incomingDir).catch(() => [])).toEqual([])
}

describe('a shop with a bucket', () => {
  test('keeps pictures there, serves them, and takes away what no bike uses', async () => {
    const { settings } = await createTestBucket()
    const store = createBucketPictureStore(settings, () => {})
    const clock = { now: new Date() }
    const testApp = await createTestApp({ pictureStore: store, clock })
    const { url } = (await uploadPicture(testApp)).json().data
    for (const variant of getPictureVariants(url)) {
      const answer = await testApp.fastify.inject(variant.url)
      expect([answer.statusCode, answer.headers['content-type']]).toEqual([200, 'image/webp'])
    }
    expect(await readdir(testApp.picturesDir).catch(() => [])).toEqual([])
    clock.now = new Date(Date.now() + 25 * 60 * 60 * 1000)
    await testApp.sweepPictures()
    expect(await collect(store.list())).toEqual([])
    expect((await testApp.fastify.inject(url)).statusCode).toBe(404)
  })

  test('whose secret is wrong logs the error, and tells the seller that pictures cannot be stored', async () => {
    const { settings } = await createTestBucket()
    const logged: string[] = []
    const secretAccessKey = 'not the secret at all'
    const store = createBucketPictureStore({ ...settings, secretAccessKey }, (line) => void logged.push(line))
    const testApp = await createTestApp({ pictureStore: store })
    await expectNothingStored(testApp, await uploadPicture(testApp))
    expect(logged).toEqual(['Picture store responded 403 SignatureDoesNotMatch to PUT.'])
    expect(logged.join('') + testApp.logLines.join('')).not.toContain(secretAccessKey)
  })

  test.each<[string, object, string]>([
    ['is not there', { bucket: 'another' }, 'Picture store responded 404 NoSuchBucket to PUT.'],
    ['cannot be reached', { endpoint: 'http://127.0.0.1:9' }, 'Picture store does not respond'],
  ])('that %s', async (_what, wrong, sentence) => {
    const { settings } = await createTestBucket()
    const logged: string[] = []
    const store = createBucketPictureStore({ ...settings, ...wrong }, (line) => void logged.push(line))
    const testApp = await createTestApp({ pictureStore: store })
    await expectNothingStored(testApp, await uploadPicture(testApp))
    expect(logged[0]).toContain(sentence)
    if (_what === 'cannot be reached')
      expect((await testApp.fastify.inject(`/pictures/${hash}.webp`)).statusCode).toBe(503)
  })

  // Without a time-out of its own a request waits five minutes.
  test('that does not respond times out', async () => {
    const { settings } = await createTestBucket()
    const endpoint = await startServer(() => {})
    const testApp = await createTestApp({
      pictureStore: createBucketPictureStore({ ...settings, endpoint, timeoutMs: 500 }, () => {}),
    })
    const answer = await uploadPicture(testApp)
    expect(answer.json().code).toBe('pictures_unavailable')
    await expectNothingStored(testApp, answer)
  })
})

describe('a shop whose disk', () => {
  test('cannot write the picture stores nothing of it', async () => {
    // A file blocks the folder, which also stops root; a full disk differs only in its error code.
    const path = join(await createTempFolder(), 'pictures')
    await writeFile(path, '')
    const testApp = await createTestApp({ pictureStore: createDiskPictureStore(path) })
    const answer = await uploadPicture(testApp)
    expect(answer.statusCode).toBe(503)
    await expectNothingStored(testApp, answer)
  })
})
