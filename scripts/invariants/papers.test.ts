// Each invariant of papers, broken on purpose.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { decide, readPaperFile, showPaper } from '#tests/support/papers/papers.ts'
import { createListing } from '#tests/support/selling.ts'
import { createInvariantHarness, type InvariantHarness, karimIdSql } from '#tests/support/invariant-harness.ts'
import { paperInvariants } from './papers.ts'

let harness: InvariantHarness
beforeAll(async () => {
  harness = await createInvariantHarness()
  const { testApp } = harness
  const [rahim, imran] = [await testApp.signInAs('rahim'), await testApp.signInAs('imran')]
  const { id } = await createListing(testApp, rahim)
  const fileId = await showPaper(rahim, id, { kind: 'tax_token', said: 'valid', validUntil: '2031-03-31' })
  await decide(testApp, imran, { bikeId: id, kind: 'tax_token' })
  await readPaperFile(testApp, fileId, rahim.token)
})
afterAll(() => harness.close())

const paperSql = `id = (select id from bike_papers where state = 'checked' order by said_at desc limit 1)`
const listedSql = `(select min(bike_id::text)::uuid from bike_search)`
const fileSql = `id = (select file_id from bike_papers where ${paperSql})`

const faults: [id: string, story: string, sql: string][] = [
  [
    'P2a',
    'a check names nobody',
    `alter table bike_papers drop constraint checked_is_whole; update bike_papers set checked_by = null where ${paperSql}`,
  ],
  [
    'P2a',
    'the photo of a checked paper was erased',
    `update paper_files set key_encrypted = null, erased_at = now() where ${fileSql}`,
  ],
  [
    'P2a',
    'nobody had opened the photo that was checked',
    `delete from paper_openings where paper_id = (select id from bike_papers where ${paperSql})`,
  ],
  [
    'P2b',
    'a tax token is checked after its last day',
    `update bike_papers set valid_until = '2026-01-01' where ${paperSql}`,
  ],
  [
    'P2c',
    'a paper has the photo of another member',
    `update paper_files set owner_id = ${karimIdSql} where ${fileSql}`,
  ],
  ['P3a', 'a photo was read unseen', `update paper_files set reads = reads + 1 where ${fileSql}`],
  [
    'P3b',
    'a paper was opened unseen',
    `update paper_openings set opened_by = ${karimIdSql}; update bike_papers set checked_by = ${karimIdSql} where ${paperSql}`,
  ],
  [
    'P5a',
    'the level is another than that of the papers',
    `update bikes set papers_level = 'not_said' where papers_level = 'mostly'`,
  ],
  [
    'P5b',
    'the search finds a bike whose papers are not complete',
    `update bike_search set has_complete_papers = true where bike_id = ${listedSql}`,
  ],
  [
    'P5b',
    'the search counts a bike whose papers are not complete',
    `update bike_search set facets = set_byte(facets, 14, get_byte(facets, 14) | 64) where bike_id = ${listedSql}`,
  ],
  [
    'P5b',
    'the search finds a bike that nobody inspected',
    `update bike_search set is_inspected = true where bike_id = ${listedSql}`,
  ],
  [
    'P5b',
    'the search counts a bike that nobody inspected',
    `update bike_search set facets = set_byte(facets, 15, get_byte(facets, 15) | 128) where bike_id = ${listedSql}`,
  ],
]

test.each(faults)('%s is violated when %s', async (id, _story, sql) => {
  expect(await harness.findViolationsAfter(sql)).toEqual([id])
})

test('a paper that was shown, opened, checked and read violates none', async () => {
  expect(await harness.findViolationsAfter('select')).toEqual([])
})

test('each invariant of papers is seen to fail', () => {
  const broken = new Set(faults.map(([id]) => id))
  expect(paperInvariants.map(({ id }) => id).filter((id) => !broken.has(id))).toEqual([])
})
