// Bikes of many models of the catalogue, in several districts and at several prices, for tests of the search.
import { insertUploadedPicture, type MemberClient } from '#tests/support/selling.ts'
import type { TestApp } from '#tests/support/test-app.ts'
import { modelsOfBikes } from './models-of-bikes.ts'

const names = Object.entries(modelsOfBikes).flatMap(([brand, models]) =>
  models.split(', ').map((model) => `${brand} ${model}`),
)

/** Inserts bikes of each of some 130 models for this seller, five by default, each in another district; returns how many. */
export const insertBikesOfEveryModel = async (
  testApp: TestApp,
  seller: MemberClient,
  { from = 1, to = 5 } = {},
): Promise<number> => {
  const picture = await insertUploadedPicture(testApp, seller)
  const { rowCount } = await testApp.db.$client.query(
    `insert into bikes (id, seller_id, category, name, sale_price_taka, original_price_taka, bought_in_year, years_used,
       condition, seller_name, contact_number, location, picture, created_at, brand_id, model_id, engine_cc, kilometres, district)
     select (lpad(to_hex(n), 8, '0') || '-0000-7000-8000-' || lpad(to_hex(${from}::int), 12, '0'))::uuid, seller.id,
       case when brand in ('Yamaha', 'Suzuki', 'TVS') then brand else 'TVS' end, brand || ' ' || model,
       60000 + (n * 7919) % 200000, 300000, 2014 + n % 10, 2, (array['Excellent', 'Good', 'Fair'])[n % 3 + 1], seller.name,
       '+8801712345678', (array['Mirpur 10, ', 'মিরপুর, ', 'College Road, '])[n % 3 + 1] || initcap(place), $2, now(), brand_id, model_id,
       engine_cc, (n * 613) % 50000, place
     from (select id, name from members where email = $1) as seller,
       (select row_number() over (order by copy % 2, models.name, copy) as n, brand_id, models.id as model_id, models.name as model,
          brands.name as brand, models.engine_cc,
          (array['dhaka', 'chattogram', 'sylhet', 'rajshahi', 'khulna'])[1 + copy % 5] as place
        from models join brands on brands.id = brand_id, generate_series(${from}::int, ${to}::int) as copy
        where brands.name || ' ' || models.name = any($3)) as one`,
    [seller.email, picture, names],
  )
  return rowCount ?? 0
}
