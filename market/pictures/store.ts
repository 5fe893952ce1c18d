// Stores picture files in a local folder or an S3-compatible bucket.
import { mkdir, open, readdir, readFile, rename, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { AwsClient } from 'aws4fetch'
import { ApiError } from '#contract/errors/api-errors.ts'
import { createTempFolder } from '#platform/process/temp-folder.ts'
import { isDiskError } from './uploads.ts'

/** The file store. Every call may throw `pictures_unavailable`. File names come from uploads.ts. */
export type PictureStore = {
  /** Writes a file atomically; idempotent. */
  put(name: string, bytes: Buffer): Promise<void>
  /** Reads a file, or null if there is none. */
  get(name: string): Promise<Buffer | null>
  /** Deletes a file; a missing one is ignored. */
  remove(name: string): Promise<void>
  /** Lists all files with the time of their last write. */
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

/** Writes a temporary file and renames it, so that no reader sees a partial file, even after a power cut. */
const writeAtomically = async (folder: string, name: string, bytes: Buffer): Promise<void> => {
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const tempFolder = await createTempFolder(folder, '.draft-')
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
    // Another process may have deleted it meanwhile.
    const found = await stat(join(folder, name)).catch(() => null)
    if (found) yield { name, writtenAt: found.mtime }
  }
}

/** Creates a store in a local folder. */
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
  /** Request timeout in milliseconds; 8,000 by default. */
  timeoutMs?: number
}

// Shorter than the ten-second transactions of the clean-up job; sellers wait for it too.
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

/** Applies the timeout. Also races it, because the runtime may drop the abort signal of an unreferenced request. */
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

/** Sends a request to the bucket; returns the response body, or null for 404. */
const createBucketClient = (config: BucketConfig, log: (message: string) => void) => {
  const { accessKeyId, secretAccessKey, region } = config
  const aws = new AwsClient({ accessKeyId, secretAccessKey, region, service: 's3', retries: 1 })
  const root = `${config.endpoint}/${encodeURIComponent(config.bucket)}`
  return async ({ path, ...init }: StoreRequest): Promise<Buffer | null> => {
    const { status, bytes } = await withTimeout(config.timeoutMs ?? defaultTimeoutMs, async (signal) => {
      const answer = await aws.fetch(`${root}${path}`, { ...init, redirect: 'manual', signal })
      return { status: answer.status, bytes: Buffer.from(await answer.arrayBuffer()) }
    }).catch((error: unknown) => {
      log(`Picture store does not respond: ${String(error)}`)
      throw new ApiError('pictures_unavailable', { cause: error })
    })
    if (status >= 200 && status < 300) return bytes
    const reason = readTag(bytes.toString(), 'Code') ?? ''
    if (status === 404 && reason !== 'NoSuchBucket') return null
    log(`Picture store responded ${status} ${reason} to ${init.method}.`)
    throw new ApiError('pictures_unavailable')
  }
}

const immutableHeaders = { 'content-type': 'image/webp', 'cache-control': 'public, max-age=31536000, immutable' }
// Encrypted files, which the app alone reads.
const privateHeaders = { 'content-type': 'application/octet-stream', 'cache-control': 'private, no-store' }

/** Creates a store in an S3 bucket. `log` receives failed responses and timeouts. */
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
      const headers = name.endsWith('.webp') ? immutableHeaders : privateHeaders
      await sendRequest({ method: 'PUT', path: toPath(name), body: Buffer.from(bytes), headers })
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
