// The whole demonstration market for tests of the search: also the generated bikes that have no pictures of their own yet.
import { getDhakaYear } from '#contract/time/dhaka.ts'
import { parseDistrict } from '#contract/districts.ts'
import { bikes, generatedBikes } from '#seed/bikes.ts'
import { fixtures } from '#seed/fixtures.ts'
import { toInstant } from '#seed/relative-time.ts'
import type { TestApp } from '#tests/support/test-app.ts'

/** Inserts the generated bikes that the seeded database does not have, with a picture of another bike. */
export const insertMarketBikes = async ({ db }: TestApp): Promise<void> => {
  const shown = new Set(bikes.map(({ key }) => key))
  const now = new Date()
  const rows = generatedBikes
    .filter(({ key }) => !shown.has(key))
    .map((bike, n) => ({
      n,
      email: fixtures[bike.seller].email,
      contact: fixtures[bike.seller].telephone,
      name: bike.name,
      brand: bike.category,
      location: bike.location,
      price: bike.taka.sale,
      originalPrice: bike.taka.original,
      year: getDhakaYear(now) - bike.bought.yearsAgo,
      yearsUsed: bike.bought.yearsAgo,
      condition: bike.bought.condition,
      createdAt: toInstant(bike.listed, now),
      district: parseDistrict(bike.location),
      model: bike.details.model,
      engineCc: bike.details.engineCc,
      kilometres: bike.details.kilometres,
      owners: bike.details.owners,
      description: bike.details.description,
    }))
  await db.$client.query(
    `with listed as (
       select one.*, members.id as seller_id, members.name as seller_name, brands.id as brand_id, models.id as model_id
       from jsonb_to_recordset($1::jsonb) as one (n int, email text, contact text, name text, brand text, location text, price int,
         "originalPrice" int, year int, "yearsUsed" int, condition text, "createdAt" timestamptz, district text, model text,
         "engineCc" int, kilometres int, owners int, description text)
       join members on members.email = one.email
       join brands on brands.name = one.brand join models on models.brand_id = brands.id and models.name = one.model
     ), uploads as (
       insert into picture_uploads (member_id, picture, uploaded_at)
       select distinct seller_id, (select min(url) from pictures), now() from listed
       on conflict (member_id, picture) do update set uploaded_at = now()
     )
     insert into bikes (id, seller_id, category, name, sale_price_taka, original_price_taka, bought_in_year, years_used, condition,
       seller_name, contact_number, location, picture, created_at, brand_id, model_id, engine_cc, kilometres, district, owners, description)
     select (lpad(to_hex(n + 1), 8, '0') || '-0000-7000-8000-000000000777')::uuid, seller_id, brand, name, price, "originalPrice",
       year, "yearsUsed", condition, seller_name, contact, location, (select min(url) from pictures), "createdAt", brand_id, model_id,
       "engineCc", kilometres, district, owners, description
     from listed`,
    [JSON.stringify(rows)],
  )
}
