// `node scripts/access-table.ts`: generates the access table of docs/security.md from the contract.
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { contract } from '#contract/api.ts'
import type { Call } from '#contract/call.ts'

const file = join(import.meta.dirname, '../docs/security.md')
const [beginMarker, endMarker] = ['<!-- calls -->', '<!-- end of calls -->']

const rows = Object.entries<Call>(contract).map(
  ([name, { access, summary }]) => `| \`${name}\` | ${access} | ${summary} |`,
)
const table = ['| call | for | what |', '| --- | --- | --- |', ...rows].join('\n')
const [before = '', rest = ''] = readFileSync(file, 'utf8').split(beginMarker)
const after = rest.split(endMarker)[1] ?? ''
writeFileSync(file, `${before}${beginMarker}\n\n${table}\n\n${endMarker}${after}`)
