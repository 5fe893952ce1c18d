// Where the files of pictures lie: a folder of this machine, or any store that speaks S3.
import { mkdir, mkdtemp, open, readdir, readFile, rename, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { AwsClient } from 'aws4fetch'
import { ApiError } from '#contract/errors/api-errors.ts'
import { isDiskError } from './rules.ts'

/** The store of files. Every call of it may refuse with `pictures_unavailable`. Names are as rules.ts makes them. */
export type PictureStore = {
  /** Keeps a file under this name, whole or not at all; doing so twice is doing so once. */
  put(name: string, bytes: Buffer): Promise<void>
  /** The file of this name, or null. */
  get(name: string): Promise<Buffer | null>
  /** Takes the file away; one that is not there is no trouble. */
  remove(name: string): Promise<void>
  /** Every file, and when it was last written. */
  list(): AsyncIterable<{ name: string; writtenAt: Date }>
}

const isMissing = (error: unknown): boolean => error instanceof Error && 'code' in error && error.code === 'ENOENT'

const mapDiskErrors = async <T>(work: Promise<T>): Promise<T> => {
  try {
    return await work
  } catch (error) {
    throw isDiskError(error) ? new ApiError('pictures_unavailable', { cause: error }) : error
  }
}

/** Writes beside the place and moves there, so that nobody ever reads half a file, not even after a power cut. */
const writeAtomically = async (folder: string, name: string, bytes: Buffer): Promise<void> => {
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const tempFolder = await mkdtemp(join(folder, '.draft-'))
  const tempFile = join(tempFolder, name)
  try {
    const file = await open(tempFile, 'wx', 0o600)
    try {
      await file.writeFile(bytes)
      await file.sync()
    } finally {
      await file.close()
    }
    await rename(tempFile, join(folder, name))
  } finally {
    await rm(tempFolder, { recursive: true, force: true })
  }
}

const listFiles = async function* (folder: string) {
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
export const createDiskPictureStore = (folder: string): PictureStore => ({
  put: (name, bytes) => mapDiskErrors(writeAtomically(folder, name, bytes)),
  get: (name) =>
    mapDiskErrors(
      readFile(join(folder, name)).catch((error: unknown) => {
        if (isMissing(error)) return null
        throw error
      }),
    ),
  remove: (name) => mapDiskErrors(rm(join(folder, name), { recursive: true, force: true })),
  list: () => listFiles(folder),
})

export type BucketConfig = {
  endpoint: string
  bucket: string
  region: string
  accessKeyId: string
  secretAccessKey: string
  /** Ends a request after this many milliseconds; 8,000 by default. */
  timeoutMs?: number
}

// A seller waits with the form open; and the sweeper's transaction lives for ten seconds.
const defaultTimeoutMs = 8_000
const keyPrefix = 'pictures/'

const unescapeXml = (text: string): string =>
  text.replace(
    /&(amp|lt|gt|quot|apos);/g,
    (_, name: string) => ({ amp: '&', lt: '<', gt: '>', quot: '"' })[name] ?? "'",
  )

const readTag = (xml: string, tag: string): string | undefined => {
  const found = new RegExp(`<${tag}>([^<]*)</${tag}>`).exec(xml)?.[1]
  return found === undefined ? undefined : unescapeXml(found)
}

/** Ends a request in time. The runtime may lose the signal of a request that nobody holds, so it is raced as well. */
const withTimeout = async <T>(timeoutMs: number, work: (signal: AbortSignal) => Promise<T>): Promise<T> => {
  const controller = new AbortController()
  const timeout = Promise.withResolvers<never>()
  const timer = setTimeout(() => {
    timeout.reject(new Error(`no answer in ${timeoutMs / 1000} seconds`))
    controller.abort()
  }, timeoutMs)
  try {
    return await Promise.race([work(controller.signal), timeout.promise])
  } finally {
    clearTimeout(timer)
  }
}

type StoreRequest = {
  method: 'GET' | 'PUT' | 'DELETE'
  path: string
  body?: Buffer<ArrayBuffer>
  headers?: HeadersInit
}

/** Speaks to the store; gives the bytes that it answered, or null for what is not there. */
const createBucketClient = (config: BucketConfig, log: (message: string) => void) => {
  const { accessKeyId, secretAccessKey, region } = config
  const aws = new AwsClient({ accessKeyId, secretAccessKey, region, service: 's3', retries: 1 })
  const root = `${config.endpoint}/${encodeURIComponent(config.bucket)}`
  return async ({ path, ...init }: StoreRequest): Promise<Buffer | null> => {
    const { status, bytes } = await withTimeout(config.timeoutMs ?? defaultTimeoutMs, async (signal) => {
      const answer = await aws.fetch(`${root}${path}`, { ...init, redirect: 'manual', signal })
      return { status: answer.status, bytes: Buffer.from(await answer.arrayBuffer()) }
    }).catch((error: unknown) => {
      log(`The store of pictures does not answer: ${String(error)}`)
      throw new ApiError('pictures_unavailable', { cause: error })
    })
    if (status >= 200 && status < 300) return bytes
    const reason = readTag(bytes.toString(), 'Code') ?? ''
    if (status === 404 && reason !== 'NoSuchBucket') return null
    log(`The store of pictures answered ${status} ${reason} to ${init.method}.`)
    throw new ApiError('pictures_unavailable')
  }
}

const immutableHeaders = { 'content-type': 'image/webp', 'cache-control': 'public, max-age=31536000, immutable' }

/** Keeps pictures in a bucket. `say` is told what the store answered when it did not do as asked. */
export const createBucketPictureStore = (config: BucketConfig, log: (message: string) => void): PictureStore => {
  const sendRequest = createBucketClient(config, log)
  const toPath = (name: string) => `/${keyPrefix}${encodeURIComponent(name)}`
  const listPage = async (token: string): Promise<string> => {
    const query = new URLSearchParams({ 'list-type': '2', prefix: keyPrefix })
    if (token !== '') query.set('continuation-token', token)
    return String((await sendRequest({ method: 'GET', path: `?${query}` })) ?? '')
  }
  return {
    put: async (name, bytes) => {
      await sendRequest({ method: 'PUT', path: toPath(name), body: Buffer.from(bytes), headers: immutableHeaders })
    },
    get: (name) => sendRequest({ method: 'GET', path: toPath(name) }),
    remove: async (name) => void (await sendRequest({ method: 'DELETE', path: toPath(name) })),
    list: async function* () {
      for (let token: string | undefined = ''; token !== undefined;) {
        const xml: string = await listPage(token)
        for (const [, one = ''] of xml.matchAll(/<Contents>(.*?)<\/Contents>/gs)) {
          const name = (readTag(one, 'Key') ?? '').slice(keyPrefix.length)
          yield { name, writtenAt: new Date(readTag(one, 'LastModified') ?? 0) }
        }
        token = readTag(xml, 'NextContinuationToken')
      }
    },
  }
}
