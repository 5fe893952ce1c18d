// Whatever changes: what a process has cached is what it would answer now.
import { assert, beforeAll, afterAll, expect, test } from 'vitest'
import type pg from 'pg'
import { v7 } from 'uuid'
import { createClient } from '#contract/client.ts'
import { injectTransport } from '#platform/ssr/inject-transport.ts'
import { createRandom, type Random } from '#tests/resilience/random.ts'
import { insertBike } from '#tests/support/price-estimate-fixtures.ts'
import { connectAsOwner } from '#tests/support/owner-connection.ts'
import { chooseByRun } from '#tests/support/run-length.ts'
import { createProductBody, insertUploadedPicture, type MemberClient } from '#tests/support/selling.ts'
import { createTestApp, type TestApp } from '#tests/support/test-app.ts'

type App = Pick<TestApp, 'fastify' | 'close'>
type Answer = { status: number; body: string; link: unknown }
type Context = { random: Random; owner: pg.Client; testApp: TestApp; apps: App[]; bikeIds: string[]; hits: number }

/** Lets a random hand set what only deals and cases set, without them. */
const disableConstraintTriggers = (owner: pg.Client) =>
  owner.query(`do $$ declare one record; begin
    for one in select tgname from pg_trigger where tgrelid = 'bikes'::regclass and tgconstraint <> 0 and not tgisinternal loop
      execute format('alter table bikes disable trigger %I', one.tgname);
    end loop;
  end $$`)

const onSale = 'sold_at is null and withdrawn_at is null and reserved_at is null and hidden_at is null'

let context: Context
beforeAll(async () => {
  const testApp = await createTestApp({ manualClose: true, breaksData: true, clock: { now: new Date() } })
  const owner = await connectAsOwner(testApp)
  await disableConstraintTriggers(owner)
  // So few that the first page shows all, and every change shows.
  await owner.query(
    `update bikes set withdrawn_at = now(), advertised_at = null where ${onSale}
       and id not in (select id from bikes where ${onSale} order by id limit 12)`,
  )
  const apps = [testApp, await testApp.startAnotherApp()]
  context = { random: createRandom('cache keys'), owner, testApp, apps, bikeIds: [], hits: 0 }
  for (const advertisedAt of [null, null, null, new Date()])
    context.bikeIds.push(await insertBike(testApp, { advertisedAt, modelName: null }))
})
afterAll(async () => {
  await context.apps[1]?.close()
  await context.owner.end()
  await context.testApp.close()
})

// ---------- what is cached ----------

const read = async ({ fastify }: App, url: string): Promise<Answer & { isHit: boolean }> => {
  const { statusCode, payload, headers } = await fastify.inject(url)
  // A cached response belongs to no request.
  return { status: statusCode, body: payload, link: headers.link, isHit: headers['x-request-id'] === undefined }
}

let ampersands = 0
/** What a process answers to a URL without its cache, which knows none that ends in so many ampersands. */
const readFresh = async (app: App, url: string): Promise<Answer> => {
  ampersands += 1
  const { isHit, ...answer } = await read(app, `${url}${url.includes('?') ? '' : '?'}${'&'.repeat(ampersands)}`)
  assert(!isHit)
  return answer
}

const startUrls = [
  '/api/allbikes',
  '/api/allbikes?limit=3',
  '/api/allbikes?advertise=on&limit=2',
  '/api/bikes/brands',
  '/api/category',
  '/api/catalogue',
]

/** The lists as they are now, with their later pages as far as they go. */
const listUrls = async (app: App): Promise<string[]> => {
  const { rowCount } = await context.owner.query(`select from bikes where ${onSale} limit 100`)
  // A page with one bike after it.
  const urls = [...startUrls, `/api/allbikes?limit=${Math.max(1, (rowCount ?? 0) - 1)}`]
  for (const url of urls) {
    const next = /<([^>]+)>/.exec(String((await read(app, url)).link))?.[1]
    if (next !== undefined && urls.length < 10) urls.push(next)
  }
  return urls
}

/** Requests the URLs until the caches of all processes have them. */
const warm = async (urls: string[]): Promise<void> => {
  // A URL with a query is stored from the second request on.
  for (const app of context.apps) for (const url of [...urls, ...urls]) await read(app, url)
}

/** Compares what every process answers with what the database says. */
const compareAll = async (urls: string[], change: string): Promise<void> => {
  const anyApp = context.random.pick(context.apps)
  for (const url of urls) {
    const fresh = await readFresh(anyApp, url)
    for (const app of context.apps) {
      const { isHit, status, body, link } = await read(app, url)
      if (isHit) context.hits += 1
      // The link of the fresh answer has its ampersands too.
      const answer = { status, body, hasNext: link !== undefined }
      expect({ change, url, isHit, ...answer }).toEqual({
        change,
        url,
        isHit,
        status: fresh.status,
        body: fresh.body,
        hasNext: fresh.link !== undefined,
      })
    }
  }
}

// ---------- what changes ----------

type Act = (context: Context) => Promise<unknown>

const signIn = async ({ testApp, apps, random }: Context, person: 'rahim' | 'ayesha'): Promise<MemberClient> => {
  const member = await testApp.signInAs(person)
  const client = createClient(injectTransport(random.pick(apps).fastify), async () => member.token)
  return Object.assign(client, { email: member.email, token: member.token, cookie: member.cookie })
}

/** Sets columns of a bike in the database. */
const setBike =
  (assignments: string): Act =>
  ({ owner, random, bikeIds }) =>
    owner.query(`update bikes set ${assignments} where id = $1`, [random.pick(bikeIds)])

const listBike = async ({ testApp, bikeIds }: Context, seller: MemberClient): Promise<string> => {
  const body = createProductBody(await insertUploadedPicture(testApp, seller))
  const { insertedId } = await seller('POST /allbikes', { body })
  bikeIds.push(insertedId)
  return insertedId
}

const pickOwnBike = async (context: Context, seller: MemberClient) => {
  await listBike(context, seller)
  const own = await seller('GET /allbikes/myproduct', { query: {} })
  return context.random.pick(own.filter(({ status }) => status === 'available'))
}

const acts: Record<string, Act> = {
  'a seller lists a bike': async (context) => listBike(context, await signIn(context, 'rahim')),
  'a seller advertises a bike, or no longer': async (context) => {
    const seller = await signIn(context, 'rahim')
    const bike = await pickOwnBike(context, seller)
    const advertise = bike.advertise === 'on' ? 'off' : 'on'
    await seller('PUT /allbikes/:id', { params: { id: bike._id }, body: { advertise } })
  },
  'a seller withdraws a bike': async (context) => {
    const seller = await signIn(context, 'rahim')
    const bike = await pickOwnBike(context, seller)
    await seller('DELETE /allbikes/:id', { params: { id: bike._id } })
  },
  'a bike appears': async ({ testApp, bikeIds, random }) => {
    bikeIds.push(await insertBike(testApp, { advertisedAt: random.chance(0.3) ? new Date() : null }))
  },
  'a bike costs something else': setBike('sale_price_taka = 100000 + (random() * 100000)::int'),
  'a bike is called something else': setBike(`name = 'Bike ' || (random() * 1000)::int`),
  'a bike is advertised, or no longer': setBike(
    'advertised_at = case when advertised_at is null and withdrawn_at is null then now() end',
  ),
  'a bike is sold, or no longer': setBike(
    'sold_at = case when sold_at is null then now() end, reserved_at = null, withdrawn_at = null, sale_undone_at = null',
  ),
  'a bike is reserved, or no longer': setBike(
    'reserved_at = case when reserved_at is null and sold_at is null and withdrawn_at is null then now() end',
  ),
  'a bike is hidden, or no longer': setBike(
    `hidden_at = case when hidden_at is null then now() end, hidden_by = case when hidden_at is null then 'moderator' end`,
  ),
  'a bike is withdrawn, or no longer': setBike(
    `withdrawn_at = case when withdrawn_at is null and sold_at is null then now() end, reserved_at = null, advertised_at = null,
     sale_undone_at = null`,
  ),
  'the last bike of the list is withdrawn': ({ owner }) =>
    owner.query(
      `update bikes set withdrawn_at = now(), advertised_at = null
       where id = (select id from bikes where ${onSale} order by advertised_at is not null, id limit 1)`,
    ),
  'a bike is of another seller’s name': setBike(`seller_name = 'Seller ' || (random() * 1000)::int`),
  'a bike is of another brand': setBike(
    'brand_name = null, model_id = null, model_name = null, brand_id = (select id from brands order by random() limit 1)',
  ),
  'the papers of a bike are complete, or no longer': setBike(
    `papers_level = case papers_level when 'complete' then 'mostly' else 'complete' end`,
  ),
  'a bike is inspected, or no longer': setBike('inspected_at = case when inspected_at is null then now() end'),
  'many bikes cost more': ({ owner }) =>
    owner.query('update bikes set sale_price_taka = sale_price_taka + 1 where advertised_at is not null'),
  'a seller is verified, or no longer': ({ owner, random, bikeIds }) =>
    owner.query(
      `update members set verified_at = case when verified_at is null then now() end
       where id = (select seller_id from bikes where id = $1)`,
      [random.pick(bikeIds)],
    ),
  'a price is judged': ({ owner }) =>
    owner.query(
      `insert into bike_price_estimates (bike_id, price_taka, low_taka, mid_taka, high_taka, basis, verdict, far_below, compared, computed_at)
       select id, sale_price_taka, 1, 2, 3, 'similar', 'fair', false, 9, now() from bikes
       where ${onSale} and not exists (select from bike_price_estimates where bike_id = bikes.id) order by random() limit 1`,
    ),
  'a price is judged otherwise': ({ owner }) =>
    owner.query(
      `update bike_price_estimates set far_below = false, verdict = case verdict when 'fair' then 'great' else 'fair' end
       where bike_id = (select id from bikes join bike_price_estimates on bike_id = id
         where ${onSale} and price_taka = sale_price_taka order by random() limit 1)`,
    ),
  'a judgement is withdrawn': ({ owner }) =>
    owner.query(
      `delete from bike_price_estimates where bike_id = (select id from bikes join bike_price_estimates on bike_id = id
         where ${onSale} and price_taka = sale_price_taka order by random() limit 1)`,
    ),
  'the admin adds a brand': async (context) => {
    const admin = await signIn(context, 'ayesha')
    const name = `Brand ${v7().slice(-6)}`
    await admin('POST /catalogue/brands', { body: { name, nameBn: null, aliases: [] } })
  },
  'a brand is spelt otherwise': ({ owner }) =>
    owner.query(
      `update brands set name = name || 'x' where id = (select brand_id from categories where kind = 'brand' order by random() limit 1)`,
    ),
  'a model is retired, or offered again': ({ owner }) =>
    owner.query(
      `update models set retired_at = case when retired_at is null then now() end where id = (select id from models order by random() limit 1)`,
    ),
  'a card says something else': ({ owner }) =>
    owner.query(`update categories set description = description || '.' where name = 'TVS'`),
}

/** A write that changes nothing: its response waits until this process has received all notifications. */
const receiveChanges = async ({ fastify }: App): Promise<void> => {
  const { statusCode } = await fastify.inject({
    method: 'POST',
    url: '/api/auth/request-password-reset',
    payload: { email: 'nobody@motohaat.test' },
  })
  assert(statusCode < 400)
}

test('after any change every cached answer equals a fresh one, in every process', async () => {
  const { random } = context
  const names = Object.keys(acts)
  for (let step = 0; step < chooseByRun(names.length, 1_500); step += 1) {
    // Each act once, then by chance.
    const name = names[step] ?? random.pick(names)
    const urls = await listUrls(context.testApp)
    await warm(urls)
    await acts[name]?.(context)
    for (const app of context.apps) await receiveChanges(app)
    await compareAll(urls, name)
  }
  assert(context.hits > 0, 'needs answers from the cache')
}, 3_600_000)
