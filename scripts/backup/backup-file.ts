// The file of a backup: packed pieces in a row, whose last one tells the checksum of all before it.
import { createHash } from 'node:crypto'
import { createReadStream, createWriteStream } from 'node:fs'
import { link, rm } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGunzip, createGzip } from 'node:zlib'
import { z } from 'zod'

/** Why a backup cannot be made or used, as a sentence for the person at the keyboard. */
export class BackupTrouble extends Error {
  override name = 'BackupTrouble'
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
export type Entry = { header: Header; pieces: AsyncIterable<Buffer> }

const lengthBytes = 4
// A piece that claims to be longer is no piece of ours: it is damage, and must not take all memory.
const pieceBytesMax = 64 * 1024 * 1024

const framed = (piece: Buffer): Buffer => {
  const length = Buffer.alloc(lengthBytes)
  length.writeUInt32BE(piece.length)
  return Buffer.concat([length, piece])
}

const endOfEntry = framed(Buffer.alloc(0))
const headerBytes = (header: Header): Buffer => framed(Buffer.from(JSON.stringify(header)))

/** The bytes of all entries, and behind them the entry that proves them. */
async function* bytesOf(entries: AsyncIterable<Entry>): AsyncGenerator<Buffer> {
  const hash = createHash('sha256')
  const seen = (bytes: Buffer): Buffer => {
    hash.update(bytes)
    return bytes
  }
  for await (const { header, pieces } of entries) {
    yield seen(headerBytes(header))
    for await (const piece of pieces) if (piece.length > 0) yield seen(framed(piece))
    yield seen(endOfEntry)
  }
  yield headerBytes({ kind: 'end', sha256: hash.digest('hex') })
}

/**
 * Writes a backup for nobody but its owner to read. It has its name only when it lies whole on the disk; a file that is
 * there already is never written over.
 */
export const writeBackup = async (path: string, entries: AsyncIterable<Entry>): Promise<void> => {
  const unfinished = `${path}.unfinished-${process.pid}`
  try {
    const toFile = createWriteStream(unfinished, { flags: 'wx', mode: 0o600, flush: true })
    await pipeline(Readable.from(bytesOf(entries)), createGzip({ level: 4 }), toFile)
    await link(unfinished, path)
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'EEXIST')
      throw new BackupTrouble(`There is a file ${path} already: choose another name, or move it away.`)
    throw error
  } finally {
    await rm(unfinished, { force: true })
  }
}

/** Takes exact lengths from a stream of pieces of any length. */
const takerOf = (stream: AsyncIterable<Buffer>) => {
  const source = stream[Symbol.asyncIterator]()
  let rest: Buffer = Buffer.alloc(0)
  const take = async (bytes: number): Promise<Buffer> => {
    const parts = [rest]
    for (let have = rest.length; have < bytes;) {
      const next = await source.next()
      if (next.done) throw new Error('it ends in the middle')
      parts.push(next.value)
      have += next.value.length
    }
    const all = Buffer.concat(parts)
    rest = all.subarray(bytes)
    return all.subarray(0, bytes)
  }
  /** Whether nothing follows; asked for so that the end of the packing is looked at too. */
  const isOver = async (): Promise<boolean> => rest.length === 0 && (await source.next()).done === true
  return { take, isOver }
}

async function* entriesIn(stream: AsyncIterable<Buffer>): AsyncGenerator<Entry> {
  const { take, isOver } = takerOf(stream)
  const hash = createHash('sha256')
  const frame = async (): Promise<{ bytes: Buffer; piece: Buffer }> => {
    const length = await take(lengthBytes)
    const bytes = length.readUInt32BE()
    if (bytes > pieceBytesMax) throw new Error('a piece is too long')
    const piece = await take(bytes)
    return { bytes: Buffer.concat([length, piece]), piece }
  }
  for (;;) {
    const { bytes, piece } = await frame()
    const header = Header.parse(JSON.parse(piece.toString()))
    if (header.kind === 'end') {
      if (header.sha256 !== hash.digest('hex')) throw new Error('its checksum is another')
      if (!(await isOver())) throw new Error('something follows its end')
      return
    }
    hash.update(bytes)
    yield {
      header,
      pieces: (async function* () {
        for (;;) {
          const next = await frame()
          hash.update(next.bytes)
          if (next.piece.length === 0) return
          yield next.piece
        }
      })(),
    }
  }
}

/**
 * Reads the entries of a backup one after the other; each entry's pieces must be read before the next entry. Throws
 * BackupTrouble for a file that is damaged or not whole, at the latest after the last entry.
 */
export async function* readBackup(path: string): AsyncGenerator<Entry> {
  const packed = createReadStream(path)
  const unpacked = createGunzip()
  const piping = pipeline(packed, unpacked).catch(() => {})
  try {
    yield* entriesIn(unpacked)
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT')
      throw new BackupTrouble(`There is no file ${path}.`)
    throw error
  } finally {
    packed.destroy()
    unpacked.destroy()
    await piping
  }
}

/** Reads the whole file once without using it; refuses one that is not as it was written. */
export const checkBackup = async (path: string): Promise<Extract<Header, { kind: 'shop' }>> => {
  try {
    let shop: Header | undefined
    for await (const { header, pieces } of readBackup(path)) {
      shop ??= header
      for await (const piece of pieces) void piece
    }
    if (shop?.kind === 'shop') return shop
    throw new Error('it does not begin as a backup does')
  } catch (error) {
    if (error instanceof BackupTrouble) throw error
    const why = error instanceof Error ? error.message : String(error)
    throw new BackupTrouble(`The file ${path} is no whole backup (${why}): nothing was restored. Take another one.`)
  }
}
