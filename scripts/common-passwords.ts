// `node scripts/common-passwords.ts < words.txt`: generates market/auth/password/common-passwords.txt from a list of
// passwords, the most common first. Stores only hash prefixes, so that the source contains no readable passwords.
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { checksumBytes, toPasswordChecksum } from '#market/auth/password/weak-passwords.ts'

const maxPasswords = 10_000
const minLength = 8
const maxLineLength = 120

const passwords = readFileSync(0, 'utf8').split('\n')
const hashPrefixes = passwords
  .filter((password) => [...password].length >= minLength)
  .slice(0, maxPasswords)
  .map((password) => toPasswordChecksum(password))
const bytes = Buffer.concat([...new Set(hashPrefixes)].toSorted().map((hashPrefix) => Buffer.from(hashPrefix, 'hex')))
const lines = bytes.toString('base64').match(new RegExp(`.{1,${maxLineLength}}`, 'g')) ?? []
writeFileSync(join(import.meta.dirname, '../market/auth/password/common-passwords.txt'), `${lines.join('\n')}\n`)
console.log(`${bytes.length / checksumBytes} passwords`)
