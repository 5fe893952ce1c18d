// The backup file format: a compressed sequence of chunks; the last one has the checksum of all before it.
import { createHash } from 'node:crypto'
import { createReadStream, createWriteStream } from 'node:fs'
import { link, rm } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGunzip, createGzip } from 'node:zlib'
import { z } from 'zod'

/** An expected error of backup or restore; the message is for the operator. */
export class BackupError extends Error {
  override name = 'BackupError'
}

const Header = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('shop'),
    format: z.literal(1),
    madeAt: z.iso.datetime(),
    migrations: z.array(z.object({ name: z.string(), sha256: z.string().nullable() })),
    sequences: z.array(z.object({ name: z.string(), last: z.string() })),
  }),
  z.object({ kind: z.literal('table'), name: z.string(), columns: z.array(z.string()) }),
  z.object({ kind: z.literal('picture'), name: z.string() }),
  z.object({ kind: z.literal('end'), sha256: z.string() }),
])
export type Header = z.infer<typeof Header>
export type BackupEntry = { header: Header; chunks: AsyncIterable<Buffer> }

const lengthPrefixBytes = 4
// A longer chunk is damage; the bound protects the memory.
const maxChunkBytes = 64 * 1024 * 1024

const encodeFrame = (chunk: Buffer): Buffer => {
  const length = Buffer.alloc(lengthPrefixBytes)
  length.writeUInt32BE(chunk.length)
  return Buffer.concat([length, chunk])
}

const endOfEntryFrame = encodeFrame(Buffer.alloc(0))
const encodeHeader = (header: Header): Buffer => encodeFrame(Buffer.from(JSON.stringify(header)))

/** Yields the bytes of all entries, followed by the entry with their checksum. */
async function* encodeEntries(entries: AsyncIterable<BackupEntry>): AsyncGenerator<Buffer> {
  const hash = createHash('sha256')
  const updateHash = (bytes: Buffer): Buffer => {
    hash.update(bytes)
    return bytes
  }
  for await (const { header, chunks } of entries) {
    yield updateHash(encodeHeader(header))
    for await (const chunk of chunks) if (chunk.length > 0) yield updateHash(encodeFrame(chunk))
    yield updateHash(endOfEntryFrame)
  }
  yield encodeHeader({ kind: 'end', sha256: hash.digest('hex') })
}

/**
 * Writes a backup that only its owner may read (mode 600). It gets its name only when it is complete on disk; an existing
 * file is never overwritten.
 */
export const writeBackup = async (path: string, entries: AsyncIterable<BackupEntry>): Promise<void> => {
  const temporaryPath = `${path}.unfinished-${process.pid}`
  try {
    const fileStream = createWriteStream(temporaryPath, { flags: 'wx', mode: 0o600, flush: true })
    await pipeline(Readable.from(encodeEntries(entries)), createGzip({ level: 4 }), fileStream)
    await link(temporaryPath, path)
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'EEXIST')
      throw new BackupError(`The file ${path} exists: choose another name, or move it.`)
    throw error
  } finally {
    await rm(temporaryPath, { force: true })
  }
}

/** Reads exact lengths from a stream of chunks of any length. */
const createByteReader = (stream: AsyncIterable<Buffer>) => {
  const source = stream[Symbol.asyncIterator]()
  let remaining: Buffer = Buffer.alloc(0)
  const read = async (bytes: number): Promise<Buffer> => {
    const chunks = [remaining]
    for (let available = remaining.length; available < bytes;) {
      const next = await source.next()
      if (next.done) throw new Error('it is truncated')
      chunks.push(next.value)
      available += next.value.length
    }
    const all = Buffer.concat(chunks)
    remaining = all.subarray(bytes)
    return all.subarray(0, bytes)
  }
  /** Whether the stream has ended; reading to the end also verifies the compression. */
  const isAtEnd = async (): Promise<boolean> => remaining.length === 0 && (await source.next()).done === true
  return { read, isAtEnd }
}

async function* readEntries(stream: AsyncIterable<Buffer>): AsyncGenerator<BackupEntry> {
  const { read, isAtEnd } = createByteReader(stream)
  const hash = createHash('sha256')
  const readFrame = async (): Promise<{ bytes: Buffer; chunk: Buffer }> => {
    const length = await read(lengthPrefixBytes)
    const bytes = length.readUInt32BE()
    if (bytes > maxChunkBytes) throw new Error('a chunk is too long')
    const chunk = await read(bytes)
    return { bytes: Buffer.concat([length, chunk]), chunk }
  }
  for (;;) {
    const { bytes, chunk } = await readFrame()
    const header = Header.parse(JSON.parse(chunk.toString()))
    if (header.kind === 'end') {
      if (header.sha256 !== hash.digest('hex')) throw new Error('its checksum does not match')
      if (!(await isAtEnd())) throw new Error('data follows its end')
      return
    }
    hash.update(bytes)
    yield {
      header,
      chunks: (async function* () {
        for (;;) {
          const next = await readFrame()
          hash.update(next.bytes)
          if (next.chunk.length === 0) return
          yield next.chunk
        }
      })(),
    }
  }
}

/**
 * Reads the entries of a backup in order; each entry's chunks must be read before the next entry. Throws BackupError for a
 * damaged or truncated file, at the latest after the last entry.
 */
export async function* readBackup(path: string): AsyncGenerator<BackupEntry> {
  const decompressed = createGunzip()
  // When the reader gives up in the middle, streams that are only destroyed leave the pipeline waiting for ever.
  const abortController = new AbortController()
  const pipelineDone = pipeline(createReadStream(path), decompressed, abortController).catch(() => {})
  try {
    yield* readEntries(decompressed)
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT')
      throw new BackupError(`There is no file ${path}.`)
    throw error
  } finally {
    abortController.abort()
    await pipelineDone
  }
}

/** Reads the whole file to verify it; throws BackupError when it is damaged. */
export const verifyBackup = async (path: string): Promise<Extract<Header, { kind: 'shop' }>> => {
  try {
    let firstHeader: Header | undefined
    for await (const { header, chunks } of readBackup(path)) {
      firstHeader ??= header
      for await (const chunk of chunks) void chunk
    }
    if (firstHeader?.kind === 'shop') return firstHeader
    throw new Error('it has no backup header')
  } catch (error) {
    if (error instanceof BackupError) throw error
    const reason = error instanceof Error ? error.message : String(error)
    throw new BackupError(
      `The file ${path} is not a complete backup (${reason}): nothing was restored. Use another one.`,
    )
  }
}
