import { randomBytes } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { chooseByRun } from '#tests/support/run-length.ts'
import { type BackupEntry, BackupError, verifyBackup, writeBackup } from './backup-file.ts'

const tableCount = 12

async function* createEntries(): AsyncGenerator<BackupEntry> {
  const header: BackupEntry['header'] = {
    kind: 'shop',
    format: 1,
    madeAt: new Date().toISOString(),
    migrations: [],
    sequences: [],
  }
  yield { header, chunks: (async function* () {})() }
  for (let table = 0; table < tableCount; table += 1)
    yield {
      header: { kind: 'table', name: `table_${table}`, columns: ['id'] },
      // Not compressible, so that the file is read in several pieces.
      chunks: (async function* () {
        for (let row = 0; row < 40; row += 1) yield Buffer.from(`${randomBytes(600).toString('base64')}\n`)
      })(),
    }
}

test('a file with one wrong bit anywhere is refused at once, however much of it is still unread', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'motohaat-backup-file-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  const file = join(folder, 'whole.backup')
  await writeBackup(file, createEntries())
  await expect(verifyBackup(file)).resolves.toMatchObject({ kind: 'shop' })
  const bytes = readFileSync(file)
  expect(bytes.length).toBeGreaterThan(3 * 65_536)
  const damaged = join(folder, 'damaged.backup')
  for (let at = 10; at < bytes.length; at += chooseByRun(19_973, 997)) {
    const copy = Buffer.from(bytes)
    copy[at] = (copy[at] ?? 0) ^ (1 << (at % 8))
    writeFileSync(damaged, copy)
    await expect(verifyBackup(damaged), `bit ${at % 8} of byte ${at}`).rejects.toThrow(BackupError)
  }
})
