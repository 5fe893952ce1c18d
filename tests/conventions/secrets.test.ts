// No secret lies in the project: every file that the project keeps is searched for what keys and passwords look like.
// @module-tag processes
import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { assert, describe, expect, test } from 'vitest'
import { readProjectFiles } from './project-files.ts'

const root = join(import.meta.dirname, '../..')

// What git keeps or would keep; an unpacked archive has no git, and then every text file is looked at.
const listProjectPaths = (): string[] => {
  try {
    const gitArgs = ['ls-files', '--cached', '--others', '--exclude-standard']
    const listedPaths = String(execFileSync('git', gitArgs, { cwd: root, stdio: ['ignore', 'pipe', 'ignore'] })).split(
      '\n',
    )
    return listedPaths.filter((path) => path !== '' && existsSync(join(root, path)))
  } catch {
    return readProjectFiles(root).map(({ path }) => path)
  }
}

// Each is the shape that its maker gives it; a test's own stand-ins are shorter or say that they are.
const secretPatterns: Record<string, RegExp> = {
  'a key of Stripe': /\b[sr]k_(?:live|test)_[A-Za-z0-9]{16,}/,
  'a secret of Stripe’s webhooks': /\bwhsec_[A-Za-z0-9+/]{24,}/,
  'a key of Amazon': /\b(?:AKIA|ASIA)[A-Z0-9]{16}\b/,
  'a secret of Google': /\bGOCSPX-[\w-]{20,}|\bAIza[\w-]{35}\b/,
  'a token of GitHub': /\bgh[pousr]_[A-Za-z0-9]{36}|\bgithub_pat_\w{22,}/,
  'a token of npm': /\bnpm_[A-Za-z0-9]{36}\b|:_authToken\s*=/,
  'a token of Slack': /\bxox[abprs]-[A-Za-z0-9-]{10,}/,
  'a private key': /-----BEGIN (?:[A-Z]+ )*PRIVATE KEY-----/,
  'a signed token': /\beyJ[\w-]{10,}\.eyJ[\w-]{10,}\.[\w-]{20,}/,
  'a password in an address':
    /\b[a-z][a-z0-9+]*:\/\/[^\s/:@'"`$<{]+:(?!password@|secret@|hush-hush@)[^\s/@'"`$<{]{6,}@/,
  'a secret of the settings':
    /^\s*(?:export )?(?:SECRET|S3_SECRET_ACCESS_KEY|OIDC_CLIENT_SECRET)\s*=\s*['"]?[\w+/=-]{16,}/m,
}

const findSecrets = (text: string): string[] =>
  Object.entries(secretPatterns)
    .filter(([, pattern]) => pattern.test(text))
    .map(([what]) => what)

// Settings and keys are never kept, whatever is in them.
const forbiddenPaths = /(?:^|\/)(?:\.env(?:\..+)?|id_(?:rsa|ed25519)|secret)$|\.(?:pem|key|p12|pfx|kdbx|dump)$/

describe('the files of the project', () => {
  const paths = listProjectPaths()
  assert(paths.length > 300, 'needs the list of the files')

  test('hold no secret', () => {
    const found = paths.flatMap((path) =>
      findSecrets(readFileSync(join(root, path), 'latin1')).map((what) => `${path}: ${what}`),
    )
    expect(found).toEqual([])
  })

  test('are no files of settings or keys', () => {
    expect(paths.filter((path) => forbiddenPaths.test(path))).toEqual([])
    for (const path of ['.env', 'web/.env.local', 'data/secret', 'key.pem', 'backup.dump'])
      expect(forbiddenPaths.test(path), path).toBe(true)
  })
})

// Written in halves, so that this file holds none itself.
test.each([
  ['a key of Stripe', ['sk_', 'live_4eC39HqLyjWDarjtT1zdp7dc']],
  ['a secret of Stripe’s webhooks', ['whsec', '_4eC39HqLyjWDarjtT1zdp7dc']],
  ['a key of Amazon', ['AKIA', 'IOSFODNN7EXAMPLE']],
  ['a secret of Google', ['GOCSPX', '-4eC39HqLyjWDarjtT1zdp7dc']],
  ['a token of GitHub', ['ghp_', 'a1B2'.repeat(9)]],
  ['a token of npm', ['npm_', 'a1B2'.repeat(9)]],
  ['a token of Slack', ['xoxb', '-1234567890-abc']],
  ['a private key', ['-----BEGIN', ' RSA PRIVATE KEY-----']],
  ['a signed token', ['eyJhbGciOiJIUzI1NiJ9', '.eyJzdWIiOiIxMjM0NTY3', '.SflKxwRJSMeKKF2QT4fw']],
  ['a password in an address', ['postgres://shop', ':tr0ub4dor@db.example/shop']],
  ['a secret of the settings', ['SECRET', '=kf82hDk1sLq7Zpx93MvBtRw5nYc6e']],
])('%s would be found', (what, halves) => {
  expect(findSecrets(`const a = 1\n${halves.join('')}\n`)).toEqual([what])
})
