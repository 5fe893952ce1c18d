// `node scripts/common-passwords.ts < words.txt`: makes market/auth/password/common-passwords.txt out of a list of passwords, the
// most common one first. Only their beginnings of a hash are kept: nobody wants to read such a list in the source.
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { commonBytes, markOf } from '#market/auth/password/rules.ts'

const keptMost = 10_000
const shortest = 8
const lineLongest = 120

const words = readFileSync(0, 'utf8').split('\n')
const marks = words
  .filter((word) => [...word].length >= shortest)
  .slice(0, keptMost)
  .map((word) => markOf(word))
const bytes = Buffer.concat([...new Set(marks)].toSorted().map((mark) => Buffer.from(mark, 'hex')))
const lines = bytes.toString('base64').match(new RegExp(`.{1,${lineLongest}}`, 'g')) ?? []
writeFileSync(join(import.meta.dirname, '../market/auth/password/common-passwords.txt'), `${lines.join('\n')}\n`)
console.log(`${bytes.length / commonBytes} passwords`)
