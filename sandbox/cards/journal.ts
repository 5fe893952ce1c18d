// An append-only file: one JSON value per line, on the disk before anybody is told about it.
import { mkdir, open } from 'node:fs/promises'
import type { FileHandle } from 'node:fs/promises'
import { dirname } from 'node:path'

export type Journal = {
  /** Puts a line in the queue. It is safe only once `settled` resolves. */
  append(line: unknown): void
  /** Resolves when every line appended so far is on the disk; rejects for good once the disk has refused one. */
  flush(): Promise<void>
  close(): Promise<void>
}

/**
 * Opens the journal, making it when it is not there, and gives the lines that it holds, oldest first.
 * A last line cut short by a crash was never answered for, so it is cut off; damage anywhere else refuses to open.
 */
export async function createJournal(file: string): Promise<{ journal: Journal; lines: unknown[] }> {
  await mkdir(dirname(file), { recursive: true })
  const handle = await open(file, 'a+')
  const lines = await readLines(handle, file).catch(async (error: unknown) => {
    await handle.close()
    throw error
  })

  let pendingLines = ''
  let writing = Promise.resolve()

  // Everybody who waits at the same moment shares one write and one sync.
  async function writePending() {
    const batch = pendingLines
    pendingLines = ''
    if (batch === '') return
    await handle.appendFile(batch)
    await handle.datasync()
  }

  const journal: Journal = {
    append(line) {
      pendingLines += `${JSON.stringify(line)}\n`
    },
    flush() {
      if (pendingLines !== '') writing = writing.then(writePending)
      return writing
    },
    async close() {
      try {
        await journal.flush()
      } finally {
        await handle.close()
      }
    },
  }
  return { journal, lines }
}

async function readLines(handle: FileHandle, file: string): Promise<unknown[]> {
  const text = await handle.readFile('utf8')
  const completeLines = text.slice(0, text.lastIndexOf('\n') + 1)
  if (completeLines.length < text.length) await handle.truncate(Buffer.byteLength(completeLines))
  const lines = completeLines.split('\n').slice(0, -1)
  return lines.map((line, index) => parseLine(line, file, index + 1))
}

function parseLine(line: string, file: string, number: number): unknown {
  try {
    return JSON.parse(line)
  } catch (cause) {
    throw new Error(`The card sandbox cannot read line ${number} of ${file}: remove the file to start afresh.`, {
      cause,
    })
  }
}
