// Where the files of pictures lie: a folder of this machine, or any store that speaks S3.
import { mkdir, mkdtemp, open, readdir, readFile, rename, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { AwsClient } from 'aws4fetch'
import { Refused } from '#contract/errors/api-errors.ts'
import { isDiskTrouble } from './rules.ts'

/** The store of files. Every call of it may refuse with `pictures_unavailable`. Names are as rules.ts makes them. */
export type PictureStore = {
  /** Keeps a file under this name, whole or not at all; doing so twice is doing so once. */
  put(name: string, bytes: Buffer): Promise<void>
  /** The file of this name, or null. */
  get(name: string): Promise<Buffer | null>
  /** Takes the file away; one that is not there is no trouble. */
  remove(name: string): Promise<void>
  /** Every file, and when it was last written. */
  all(): AsyncIterable<{ name: string; writtenAt: Date }>
}

const isMissing = (error: unknown): boolean => error instanceof Error && 'code' in error && error.code === 'ENOENT'

const kindly = async <T>(work: Promise<T>): Promise<T> => {
  try {
    return await work
  } catch (error) {
    throw isDiskTrouble(error) ? new Refused('pictures_unavailable', { cause: error }) : error
  }
}

/** Writes beside the place and moves there, so that nobody ever reads half a file, not even after a power cut. */
const writeWhole = async (folder: string, name: string, bytes: Buffer): Promise<void> => {
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const drafts = await mkdtemp(join(folder, '.draft-'))
  const draft = join(drafts, name)
  try {
    const file = await open(draft, 'wx', 0o600)
    try {
      await file.writeFile(bytes)
      await file.sync()
    } finally {
      await file.close()
    }
    await rename(draft, join(folder, name))
  } finally {
    await rm(drafts, { recursive: true, force: true })
  }
}

const filesOf = async function* (folder: string) {
  const names = await readdir(folder).catch((error: unknown) => {
    if (isMissing(error)) return []
    throw error
  })
  for (const name of names) {
    // Another process may have taken it away since.
    const found = await stat(join(folder, name)).catch(() => null)
    if (found) yield { name, writtenAt: found.mtime }
  }
}

/** Keeps pictures in this folder. */
export const picturesOnDisk = (folder: string): PictureStore => ({
  put: (name, bytes) => kindly(writeWhole(folder, name, bytes)),
  get: (name) =>
    kindly(
      readFile(join(folder, name)).catch((error: unknown) => {
        if (isMissing(error)) return null
        throw error
      }),
    ),
  remove: (name) => kindly(rm(join(folder, name), { recursive: true, force: true })),
  all: () => filesOf(folder),
})

export type Bucket = {
  endpoint: string
  bucket: string
  region: string
  accessKeyId: string
  secretAccessKey: string
}

// A seller waits with the form open; and the sweeper's transaction lives for ten seconds.
const answerMs = 8_000
const folder = 'pictures/'

const unescaped = (text: string): string =>
  text.replace(
    /&(amp|lt|gt|quot|apos);/g,
    (_, name: string) => ({ amp: '&', lt: '<', gt: '>', quot: '"' })[name] ?? "'",
  )

const inTag = (xml: string, tag: string): string | undefined => {
  const found = new RegExp(`<${tag}>([^<]*)</${tag}>`).exec(xml)?.[1]
  return found === undefined ? undefined : unescaped(found)
}

/** Ends a request in time. The runtime may lose the signal of a request that nobody holds, so it is raced as well. */
const inTime = async <T>(work: (signal: AbortSignal) => Promise<T>): Promise<T> => {
  const limit = new AbortController()
  const late = Promise.withResolvers<never>()
  const timer = setTimeout(() => {
    late.reject(new Error(`no answer in ${answerMs / 1000} seconds`))
    limit.abort()
  }, answerMs)
  try {
    return await Promise.race([work(limit.signal), late.promise])
  } finally {
    clearTimeout(timer)
  }
}

type Asked = { method: 'GET' | 'PUT' | 'DELETE'; path: string; body?: Buffer<ArrayBuffer>; headers?: HeadersInit }

/** Speaks to the store; gives the bytes that it answered, or null for what is not there. */
const openStore = (at: Bucket, say: (line: string) => void) => {
  const { accessKeyId, secretAccessKey, region } = at
  const aws = new AwsClient({ accessKeyId, secretAccessKey, region, service: 's3', retries: 1 })
  const root = `${at.endpoint}/${encodeURIComponent(at.bucket)}`
  return async ({ path, ...init }: Asked): Promise<Buffer | null> => {
    const { status, bytes } = await inTime(async (signal) => {
      const answer = await aws.fetch(`${root}${path}`, { ...init, redirect: 'manual', signal })
      return { status: answer.status, bytes: Buffer.from(await answer.arrayBuffer()) }
    }).catch((error: unknown) => {
      say(`The store of pictures does not answer: ${String(error)}`)
      throw new Refused('pictures_unavailable', { cause: error })
    })
    if (status >= 200 && status < 300) return bytes
    const reason = inTag(bytes.toString(), 'Code') ?? ''
    if (status === 404 && reason !== 'NoSuchBucket') return null
    say(`The store of pictures answered ${status} ${reason} to ${init.method}.`)
    throw new Refused('pictures_unavailable')
  }
}

const forEver = { 'content-type': 'image/webp', 'cache-control': 'public, max-age=31536000, immutable' }

/** Keeps pictures in a bucket. `say` is told what the store answered when it did not do as asked. */
export const picturesInBucket = (at: Bucket, say: (line: string) => void): PictureStore => {
  const ask = openStore(at, say)
  const pathOf = (name: string) => `/${folder}${encodeURIComponent(name)}`
  const list = async (token: string): Promise<string> => {
    const query = new URLSearchParams({ 'list-type': '2', prefix: folder })
    if (token !== '') query.set('continuation-token', token)
    return String((await ask({ method: 'GET', path: `?${query}` })) ?? '')
  }
  return {
    put: async (name, bytes) => {
      await ask({ method: 'PUT', path: pathOf(name), body: Buffer.from(bytes), headers: forEver })
    },
    get: (name) => ask({ method: 'GET', path: pathOf(name) }),
    remove: async (name) => void (await ask({ method: 'DELETE', path: pathOf(name) })),
    all: async function* () {
      for (let token: string | undefined = ''; token !== undefined;) {
        const xml: string = await list(token)
        for (const [, one = ''] of xml.matchAll(/<Contents>(.*?)<\/Contents>/gs)) {
          const name = (inTag(one, 'Key') ?? '').slice(folder.length)
          yield { name, writtenAt: new Date(inTag(one, 'LastModified') ?? 0) }
        }
        token = inTag(xml, 'NextContinuationToken')
      }
    },
  }
}
