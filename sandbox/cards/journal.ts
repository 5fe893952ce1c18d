// An append-only file with one JSON value per line, synced to disk before the response is sent.
import { mkdir, open } from 'node:fs/promises'
import type { FileHandle } from 'node:fs/promises'
import { dirname } from 'node:path'

export type Journal = {
  /** Queues a line. It is on disk only after `flush` resolves. */
  append(line: unknown): void
  /** Resolves when every line appended so far is on disk. After a failed write it always rejects. */
  flush(): Promise<void>
  close(): Promise<void>
}

/**
 * Opens or creates the journal and returns its lines, oldest first. Removes a last line that a crash truncated, because
 * its response was never sent. Refuses a file that is damaged anywhere else.
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

  // Concurrent callers share one write and one sync.
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
    throw new Error(
      `The card sandbox cannot read line ${number} of ${file}. Remove the file to start with an empty account.`,
      {
        cause,
      },
    )
  }
}
