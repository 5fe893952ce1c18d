// `node benchmarks/lists/member-search.ts`: the admin's search among a million members, of whom a quarter are sellers.
import { loadavg } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { createBuyerList, createSellerList } from '#market/admin/member-lists.ts'
import { median } from '#benchmarks/baseline/lists.ts'
import { withTemporaryFolder } from '#benchmarks/measurement/temporary-folder.ts'
import { describeRun, toMarkdownTable, writeSections } from '#benchmarks/report/performance-report.ts'
import { createDatabaseClient } from '#platform/database/database.ts'
import { migrate } from '#platform/database/migrate.ts'
import { startPostgres } from '#platform/embedded-postgres/postgres.ts'

const memberCount = process.argv.includes('--quick') ? 50_000 : 1_000_000
const rounds = 15
const sellersPart = 4

const searches = [
  ['no search', ''],
  ['a name that nobody has', 'zzzzqq'],
  ['a part of few names', 'a1b2'],
  ['an address', `buyer${memberCount - 1}@`],
  ['a telephone number', '01700012345'],
  ['four digits of a number', '2345'],
  ['first and last name, of 1 in 100', 'rahim khan'],
  ['a first name, of 1 in 10', 'rahim'],
  ['two characters', 'r7'],
] as const

/** Names that many share, each with six characters that few share; sellers have a confirmed number. */
const fill = async (socketDir: string): Promise<void> => {
  const owner = new pg.Client({ host: socketDir, user: 'postgres', database: 'members' })
  await owner.connect()
  await owner.query(`set session_replication_role = replica;
    create temporary table words as select
      array['Rahim', 'Karim', 'Farhana', 'Nadia', 'Mizanur', 'Shakil', 'Tanvir', 'Sumaiya', 'Jahangir', 'Rokeya'] as first,
      array['Uddin', 'Hossain', 'Begum', 'Islam', 'Ahmed', 'Khan', 'Akter', 'Chowdhury', 'Sheikh', 'Miah'] as last`)
  await owner.query(
    `insert into members (id, name, email, role, created_at, updated_at)
      select (lpad(to_hex(n), 8, '0') || '-0000-7000-8000-000000000000')::uuid,
        first[1 + n % 10] || ' ' || last[1 + n / 10 % 10] || ' ' || substr(md5(n::text), 1, 6),
        lower(role) || n || '@example.com', role, now(), now()
      from words, (select n, case when n % $2 = 0 then 'Seller' else 'Buyer' end as role
        from generate_series(1, $1::int) as n) as numbered`,
    [memberCount, sellersPart],
  )
  await owner.query(`insert into member_counts (role, active_count) select role, count(*) from members group by role
    on conflict (role) do update set active_count = excluded.active_count`)
  await owner.query(`insert into phone_proofs (member_id, number, proven_at)
    select id, '+88017' || lpad((row_number() over ())::text, 8, '0'), now() from members where role = 'Seller'`)
  await owner.query('vacuum analyze members, phone_proofs')
  await owner.end()
}

type Figures = { what: string; found: number; milliseconds: number }

/** The middle of the rounds of a first page of fifty, with the number of all. */
const measure = async (list: ReturnType<typeof createBuyerList>, [what, search]: readonly [string, string]) => {
  const times: number[] = []
  let found = 0
  for (let round = 0; round < rounds; round += 1) {
    const startedAt = performance.now()
    found = (await list({ search, limit: '50' })).total
    times.push(performance.now() - startedAt)
  }
  return { what, found, milliseconds: median(times) }
}

const measureAll = (): Promise<[buyers: Figures, sellers: Figures][]> =>
  withTemporaryFolder(async (folder) => {
    const postgres = await startPostgres({ dataDir: join(folder, 'postgres'), durable: false })
    try {
      const server = new pg.Client({ host: postgres.socketDir, user: 'postgres', database: 'postgres' })
      await server.connect()
      await server.query('create database members')
      await server.end()
      const db = createDatabaseClient({ socketDir: postgres.socketDir, database: 'members' }, { timeoutMs: 60_000 })
      await migrate(db.$client, join(import.meta.dirname, '../../migrations'))
      await fill(postgres.socketDir)
      const [buyers, sellers] = [createBuyerList(db), createSellerList(db)]
      const measured: [Figures, Figures][] = []
      for (const search of searches) measured.push([await measure(buyers, search), await measure(sellers, search)])
      await db.$client.end()
      return measured
    } finally {
      await postgres.stop()
    }
  })

const loadBefore = loadavg()[0] ?? 0
const toCell = ({ milliseconds, found }: Figures): string =>
  `${milliseconds.toFixed(1)} ms (${found.toLocaleString('en')})`
const rows = (await measureAll()).map(([buyers, sellers]) => [buyers.what, toCell(buyers), toCell(sellers)])
const text = `${describeRun(loadBefore)}

${memberCount.toLocaleString('en')} members, of whom a quarter are sellers. The first page of fifty with the number of all that fit, which stands in brackets; median of ${rounds}. The aim is 20 ms. It is missed where many fit, because each of them is looked at to be counted, in both parts of the list of sellers, and by less than three characters, which are in no index. An address and a number take longer than a rare name, because their first characters are in every one.

${toMarkdownTable(['search', 'buyers', 'sellers'], rows)}`
await writeSections([{ title: 'The search of members among a million', text }])
console.log(text)
