// The books of a shop in which faults can be planted past all walls, and taken back.
import { payDemoPurchases } from '#seed/pay-demo-purchases.ts'
import { findBroken, gather } from '#scripts/invariants.ts'
import { openOwner } from './owner-connection.ts'
import { openTestShop, type TestShop } from './test-app.ts'

// On sale, and nobody has asked for it: what is planted on it breaks nothing else.
const quietBike = `select id from bikes where sold_at is null and withdrawn_at is null
  and id not in (select bike_id from bookings) and id not in (select bike_id from wishes) order by id limit 1`

/** The bike to plant on, as SQL. */
export const onSale = '(select id from quiet_bike)'
/** A bike that was really paid for, as SQL. */
export const sold = `(select bike_id from payments where state = 'succeeded' order by id limit 1)`
export const karim = `(select id from members where email = 'karim@motohaat.test')`
export const rahim = `(select id from members where email = 'rahim@motohaat.test')`

/** Every intent of the shop's provider. */
export const dumpOf = (shop: TestShop) => gather(shop.cards.all())

/** Opens the books of a seeded shop whose cast has paid. */
export const openBooks = async () => {
  const shop = await openTestShop({ keep: true })
  await payDemoPurchases(shop.till, shop.payFor)
  const client = await openOwner(shop)

  /** Plants faults, asks, takes everything back; gives the ids of what was found broken. */
  const plant = async (sql: string, intents: object[] | null = null): Promise<string[]> => {
    await client.query('begin')
    try {
      // No trigger and no foreign key looks at what this connection writes.
      await client.query('set local session_replication_role = replica')
      await client.query(`create temporary table quiet_bike on commit drop as ${quietBike}`)
      await client.query(sql)
      const { broken } = await findBroken(client, intents)
      return broken.map(({ invariant }) => invariant.id)
    } finally {
      await client.query('rollback')
    }
  }

  const close = async () => {
    await client.end()
    await shop.close()
  }
  return { shop, client, plant, close }
}

export type Books = Awaited<ReturnType<typeof openBooks>>
