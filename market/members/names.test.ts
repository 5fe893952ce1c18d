// Names that look like those of others, wherever a name is chosen.
import fc from 'fast-check'
import { afterAll, assert, beforeAll, expect, test } from 'vitest'
import { personName } from '#contract/names/person-name.ts'
import { lookalikeCharacters, toNameSkeleton } from '#contract/names/skeleton.ts'
import { fixtures } from '#seed/fixtures.ts'
import { createSignUpBody, createTestBrowser, register } from '#tests/support/accounts.ts'
import { createListing } from '#tests/support/selling.ts'
import { createTestApp, type TestApp } from '#tests/support/test-app.ts'

let testApp: TestApp
beforeAll(async () => {
  testApp = await createTestApp({ manualClose: true })
})
afterAll(() => testApp.close())

const readSqlSkeletons = async (names: string[]): Promise<string[]> => {
  const text =
    'select name_skeleton(name) as skeleton from unnest($1::text[]) with ordinality as t (name, at) order by at'
  return (await testApp.db.$client.query<{ skeleton: string }>(text, [names])).rows.map(({ skeleton }) => skeleton)
}

test('the database and the contract agree on what a name looks like', async () => {
  const characters = [...lookalikeCharacters.keys()]
  assert(characters.length > 600, 'needs the table')
  const bangla = [...'অআইউএকখগঙচজটডনপবমযরলশসহড়ঢ়য়ৎংঃঁািীুূেৈোৌ্০১২৩৯৺৳।', '\u200C', '\u200D']
  const others = [
    ...' .,-_\'’"()#&/+|@$!?✓✔☑✅√★™®©№①Ⓥ㎏ﬁÅÉéüñøđłßæœþıİſ中あअ',
    '🏅',
    '𝐑',
    'Ｒ',
    '\u00A0',
    '\u0301',
    '\uFE0F',
  ]
  const name = fc.array(fc.constantFrom(...characters, ...bangla, ...others, ...'rnabcXYZ0189'), { maxLength: 20 })
  const samples = fc.sample(
    name.map((parts) => parts.join('')),
    { numRuns: 3_000, seed: 39 },
  )
  const names = [...characters, ...bangla, ...others, ...samples]
  expect(await readSqlSkeletons(names)).toEqual(names.map(toNameSkeleton))
})

test('the people of the demonstration have names that anybody may have, and no two look alike', () => {
  const names = Object.values(fixtures).map(({ name }) => name)
  for (const name of names) expect(personName('your_name', 80).parse(name)).toBe(name)
  expect(new Set(names.map(toNameSkeleton)).size).toBe(names.length)
})

const lookalikes = [
  'Rahim Uddín',
  'Räḥīm Uddin',
  'Rahlm Uddin',
  'Rah1m Uddin',
  'Rah|m Uddin',
  'Rahirn Uddin',
  'R@him Uddin',
  'Rahım Uddin',
]

test('a name that looks like that of a verified seller is refused at registration, and the very same name is not', async () => {
  for (const [at, name] of lookalikes.entries()) {
    const body = createSignUpBody(`lookalike-${at}@example.com`, { name, role: 'Seller' })
    await expect(testApp.visitor('POST /auth/sign-up/email', { body }), name).rejects.toMatchObject({
      status: 400,
      body: { field: 'name', message: expect.stringMatching(/^This name looks like the name of a verified seller\./) },
    })
  }
  for (const [at, name] of ['Rahim Uddin', 'RAHIM  uddin', 'Rahima Uddin'].entries()) {
    const body = createSignUpBody(`namesake-${at}@example.com`, { name, role: 'Seller' })
    expect((await testApp.visitor('POST /auth/sign-up/email', { body })).user.displayName).toBe(name)
  }
})

test('nobody renames themselves to look like a verified seller or the admin, and the seller keeps accents of their own', async () => {
  const browser = await register(testApp, 'renaming@example.com', { role: 'Seller' })
  for (const name of [...lookalikes, 'Ayesha Slddiqua', 'Ayéshá Siddiqua', 'Official Yamaha', 'Rahim Uddin ✔'])
    await expect(browser('POST /auth/update-user', { body: { name } }), name).rejects.toMatchObject({
      status: 400,
      body: { field: 'name' },
    })
  const rahim = createTestBrowser(testApp)
  await rahim('POST /auth/sign-in/email', { body: { email: fixtures.rahim.email, password: 'motohaat-demo' } })
  expect((await rahim('POST /auth/update-user', { body: { name: 'Rahim Uddín' } })).user.displayName).toBe(
    'Rahim Uddín',
  )
  await rahim('POST /auth/update-user', { body: { name: 'Rahim Uddin' } })
})

test('a bike shows the own name of whoever types a name that looks like another seller’s', async () => {
  const nusrat = await testApp.signInAs('nusrat')
  for (const sellerName of [...lookalikes, 'RAHIM.UDDIN', 'Rahim • Uddin', 'Ayesha Siddiqua']) {
    const { id } = await createListing(testApp, nusrat, { sellerName })
    const { rows } = await testApp.db.$client.query('select seller_name from bikes where id = $1', [id])
    expect([sellerName, rows[0]]).toEqual([sellerName, { seller_name: fixtures.nusrat.name }])
  }
})

test('a bike whose seller name borrows authority is refused with the field', async () => {
  const nusrat = await testApp.signInAs('nusrat')
  for (const sellerName of ['Official Yamaha ✔', 'Verified Seller', 'Motohaat Official', 'যাচাইকৃত বিক্রেতা ✓'])
    await expect(createListing(testApp, nusrat, { sellerName }), sellerName).rejects.toMatchObject({
      status: 400,
      body: { field: 'sellerName' },
    })
})
