import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { readConfig } from './config.ts'

const createFiles = (contents: Record<string, string>) => {
  const folder = mkdtempSync(join(tmpdir(), 'motohaat-files-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  for (const [name, text] of Object.entries(contents)) writeFileSync(join(folder, name), text)
  return { folder, toPath: (name: string) => join(folder, name), DATA_DIR: folder }
}

const secret = 'kf82hDk1-0sLq7Zp_x93MvBtRw5nYc6e'

test('a setting is read from the file that <name>_FILE names, without the line break at its end', () => {
  const { toPath, DATA_DIR } = createFiles({ key: `${secret}\n`, port: '4000\n' })
  expect(readConfig({ DATA_DIR, SECRET_FILE: toPath('key'), PORT_FILE: toPath('port') })).toMatchObject({
    secret,
    port: 4000,
  })
})

test('a file that is missing or empty is named in one sentence, beside everything else that is wrong', () => {
  const { toPath, DATA_DIR } = createFiles({ empty: '\n' })
  const env = { DATA_DIR, PORT: '0', SECRET_FILE: toPath('none'), DATABASE_URL_FILE: toPath('empty') }
  expect(() => readConfig({ ...env, DATABASE_OWNER_URL: 'postgres://localhost' })).toThrow(
    new RegExp(
      `^DATABASE_URL_FILE must be a file with a value; ${toPath('empty')} is empty\\.\n` +
        `SECRET_FILE must be a file that can be read; ${toPath('none')} cannot \\(.*ENOENT.*\\)\\.\n` +
        'PORT must be a port .*$',
    ),
  )
})

test('a setting and its file are not set together', () => {
  const { toPath, DATA_DIR } = createFiles({ key: secret })
  expect(() => readConfig({ DATA_DIR, SECRET: secret, SECRET_FILE: toPath('key') })).toThrow(
    /^SECRET_FILE must not be set, since SECRET is\.$/,
  )
})
