import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { categoryNames } from '#contract/bikes.ts'
import { createDatabaseClient } from '#platform/database/database.ts'
import { migrate } from '#platform/database/migrate.ts'
import { readMigrations } from '#platform/database/migration-files.ts'
import { catchError } from '#tests/support/buying.ts'
import { connectAsOwner } from '#tests/support/owner-connection.ts'
import { createProductBody, insertUploadedPicture, registerMember } from '#tests/support/selling.ts'
import { createTestApp, createTestDatabase } from '#tests/support/test-app.ts'

const root = join(import.meta.dirname, '../..')
const migrations = join(root, 'migrations')

/** An empty database without any migration. */
const createEmptyDatabase = async () => {
  const { drop, ...location } = await createTestDatabase()
  const db = createDatabaseClient(location, { timeoutMs: 60_000 })
  onTestFinished(async () => {
    await db.$client.end()
    await drop()
  })
  return db
}

type Row = { name: string; picture: string; description: string }
const readCategories = async (db: Awaited<ReturnType<typeof createEmptyDatabase>>): Promise<Row[]> =>
  (
    await db.$client.query<Row>(
      `select name, picture, description from categories where kind = 'card' order by position`,
    )
  ).rows

test('a database without demonstration data has the three categories, each with a picture and a description', async () => {
  const db = await createEmptyDatabase()
  await migrate(db.$client, migrations)
  const categories = await readCategories(db)
  expect(categories.map(({ name }) => name)).toEqual(categoryNames)
  for (const { picture, description } of categories) {
    expect(description.length).toBeGreaterThan(100)
    for (const suffix of ['', '-540', '-760'])
      expect(existsSync(join(root, 'web/assets', picture.replace('.webp', `${suffix}.webp`)))).toBe(true)
  }
})

test('a database that has some categories keeps them and gets the missing one', async () => {
  const db = await createEmptyDatabase()
  const older = (await readMigrations(migrations)).map(({ name }) => name).filter((name) => name < '0022')
  await migrate(db.$client, migrations, new Set(older))
  await db.$client.query(
    `insert into categories (id, name, picture, description, position) values
      (gen_random_uuid(), 'TVS', '/pictures/own.webp', 'Written by hand', 0), (gen_random_uuid(), 'Yamaha', '/pictures/own.webp', 'Too', 1)`,
  )
  await migrate(db.$client, migrations)
  expect((await readCategories(db)).map(({ name, description }) => [name, description])).toEqual([
    ['TVS', 'Written by hand'],
    ['Yamaha', 'Too'],
    ['Suzuki', expect.stringMatching(/^City bikes/)],
  ])
})

test('listing a bike in a category whose row is missing is refused with a sentence, not with 500', async () => {
  const testApp = await createTestApp()
  const seller = await registerMember(testApp, 'Seller')
  const owner = await connectAsOwner(testApp)
  await owner.query(`set session_replication_role = replica; delete from categories where name = 'TVS'`)
  await owner.end()
  const body = { ...createProductBody(await insertUploadedPicture(testApp, seller)), name: 'TVS' as const }
  const error = await catchError(seller('POST /allbikes', { body }))
  expect(error).toMatchObject({
    status: 400,
    code: 'bad_request',
    message: 'Choose Yamaha, Suzuki, TVS or another brand.',
    body: { field: 'name' },
  })
})

test('a Bajaj that was filed under Yamaha stands under Bajaj after the migration, and a typed brand under Other', async () => {
  const db = await createEmptyDatabase()
  const older = (await readMigrations(migrations)).map(({ name }) => name).filter((name) => name < '0028')
  await migrate(db.$client, migrations, new Set(older))
  await db.$client.query(
    `insert into members (id, name, email, email_verified, role, created_at, updated_at)
       values ('01a2008d-7400-7203-abd8-7dfd24172a00', 'Rina', 'rina@example.com', true, 'Seller', now(), now());
     insert into pictures (url, upload_started_at, stored_at, width_px, height_px) values ('/pictures/x.webp', now(), now(), 8, 8);
     insert into picture_uploads (member_id, picture, uploaded_at) select id, '/pictures/x.webp', now() from members;
     insert into bikes (id, seller_id, category, name, sale_price_taka, original_price_taka, bought_in_year, years_used, condition,
         seller_name, contact_number, location, picture, created_at, brand_id, brand_name)
       select gen_random_uuid(), members.id, 'Yamaha', bike.name, 150000, 250000, 2021, 4, 'Good', 'Rina', '01711000000',
         'Mirpur, Dhaka', '/pictures/x.webp', now(), (select id from brands where brands.name = bike.brand), bike.typed
       from members, (values ('Pulsar', 'Bajaj', null), ('FZS', 'Yamaha', null), ('R15', null, null), ('JH 70', null, 'Jialing'))
         as bike (name, brand, typed)`,
  )
  await migrate(db.$client, migrations)
  const { rows } = await db.$client.query<{ name: string; category: string }>('select name, category from bikes')
  expect(Object.fromEntries(rows.map(({ name, category }) => [name, category]))).toEqual({
    Pulsar: 'Bajaj',
    FZS: 'Yamaha',
    R15: 'Yamaha',
    'JH 70': 'Other',
  })
})
