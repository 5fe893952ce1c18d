// Fills a database for the search benchmark, with models and districts as unevenly distributed as in a real market.
import { setTimeout } from 'node:timers/promises'
import type pg from 'pg'

const toIdSql = (kind: number, n: string): string =>
  `(lpad(to_hex(${n}), 8, '0') || '-0000-7000-8000-' || lpad(to_hex(${kind}), 12, '0'))::uuid`

// Percentage of bikes per district; all other districts share the rest.
const commonDistricts = `array_fill('dhaka'::text, array[41]) || array_fill('chattogram'::text, array[10])
  || array_fill('sylhet'::text, array[8]) || array_fill('khulna'::text, array[7]) || array_fill('gazipur'::text, array[5])
  || array_fill('rajshahi'::text, array[4]) || array_fill('cumilla'::text, array[3])`
const districts = `array['dhaka','chattogram','sylhet','khulna','gazipur','rajshahi','cumilla','barishal','rangpur','mymensingh','bogura',
  'jashore','feni','narayanganj','pabna','kushtia','dinajpur','tangail','noakhali','faridpur','natore','barguna','satkhira']`

const sellers = 20_000

/**
 * Vacuums until the pages of the search rows are marked as visible to all, as in a shop that has stood for a while. A
 * vacuum marks none while another one runs, and plans would differ from run to run.
 */
const vacuum = async (connection: Pick<pg.ClientBase, 'query'>): Promise<void> => {
  for (let tries = 0; tries < 20; tries += 1) {
    await connection.query('vacuum analyze')
    const { rowCount } = await connection.query(
      `select from pg_class where relname = 'bike_search' and relallvisible > relpages / 2`,
    )
    if (rowCount === 1) return
    await setTimeout(500)
  }
  throw new Error('Another transaction keeps the search rows from being vacuumed.')
}

/** Fills the empty tables over one connection of their owner; returns the time to write the search rows, in ms. */
export const fillForSearch = async (connection: Pick<pg.ClientBase, 'query'>, bikes: number): Promise<number> => {
  await connection.query('set session_replication_role = replica')
  await connection.query(
    `insert into members (id, name, email, email_verified, role, verified_at, created_at, updated_at)
     select ${toIdSql(1, 'n')}, 'Seller ' || n, 'bench-' || n || '@example.com', true, 'Seller',
       case when n % 3 = 0 then now() end, now(), now() from generate_series(1, ${sellers}) as n`,
  )
  await connection.query(
    `insert into categories (id, name, picture, description, position)
     select gen_random_uuid(), name, '/pictures/bench-1.webp', 'Bikes of ' || name, position
     from unnest(array['Yamaha', 'Suzuki', 'TVS']) with ordinality as maker (name, position) on conflict do nothing`,
  )
  // A fixed seed: the same data in every run.
  await connection.query('select setseed(0.5)')
  await connection.query(
    `insert into bikes (id, seller_id, category, name, sale_price_taka, original_price_taka, bought_in_year, years_used,
       condition, seller_name, contact_number, location, picture, created_at, slug, brand_id, model_id, engine_cc, kilometres, district, owners,
       description, papers_level, inspected_at)
     select ${toIdSql(4, 'n')}, ${toIdSql(1, `n % ${sellers} + 1`)},
       case brand when 'Suzuki' then 'Suzuki' when 'TVS' then 'TVS' else 'Yamaha' end, brand || ' ' || model || ' ' || made,
       (1000 * (30 + engine_cc * (0.3 + luck) * power(0.94, 2026 - made)))::int, 350000, made, 2026 - made,
       (array['Excellent', 'Good', 'Fair'])[1 + (luck * 3)::int % 3], 'Seller', '+8801712345678',
       (array['Mirpur', 'Uttara', 'College Road', 'New Market'])[n % 4 + 1] || ', ' || initcap(place), '/pictures/bench-1.webp',
       now() - make_interval(secs => ${bikes} - n), 'bench-' || lpad(to_hex(n), 10, '0'), brand_id, model_id, engine_cc,
       (500 + luck * luck * 60000)::int, place, 1 + (luck * 40)::int % 4,
       (array['No accident, engine fresh.', 'Engine fresh. One small accident.', 'কোনো দুর্ঘটনা হয়নি।', null])[n % 4 + 1],
       case when n % 97 < 3 then 'complete' else 'not_said' end, case when n % 89 < 7 then now() end
     from (select n, random() as luck, 2008 + (18 * sqrt(random()))::int as made, random() as by_model,
         (${commonDistricts} || ${districts})[1 + (random() * 100)::int] as place from generate_series(1, ${bikes}) as n) as one
     join (select row_number() over (order by md5(models.name)) - 1 as at, count(*) over () as many, models.id as model_id, brand_id,
         models.name as model, brands.name as brand, engine_cc
       from models join brands on brands.id = brand_id) as made_as on at = floor(many * by_model * by_model * by_model)`,
  )
  // Seven of ten bikes have a price estimate, as in a shop with many models.
  await connection.query(
    `insert into bike_price_estimates (bike_id, price_taka, low_taka, mid_taka, high_taka, verdict, far_below, compared, computed_at)
     select id, sale_price_taka, middle, middle, middle, 'fair', false, 20, now()
     from (select id, sale_price_taka, (sale_price_taka / (0.7 + 0.6 * random()))::int as middle from bikes) as estimated
     where abs(hashtext(id::text)::bigint) % 10 < 7`,
  )
  await connection.query('set session_replication_role = origin')
  const startedAt = performance.now()
  await connection.query('insert into bike_search select * from bikes_to_search()')
  const elapsedMs = performance.now() - startedAt
  await vacuum(connection)
  await connection.query('checkpoint')
  return elapsedMs
}
