// The books of a shop in which faults can be planted past all walls, and taken back.
import { payDemoPurchases } from '#seed/pay-demo-purchases.ts'
import { findViolations, collect } from '#scripts/invariants.ts'
import { connectAsOwner } from './owner-connection.ts'
import { createTestApp, type TestApp } from './test-app.ts'

// On sale, and nobody has asked for it: what is planted on it breaks nothing else.
const unwantedBikeSql = `select id from bikes where sold_at is null and withdrawn_at is null
  and id not in (select bike_id from bookings) and id not in (select bike_id from wishes) order by id limit 1`

/** The bike to plant on, as SQL. */
export const bikeOnSaleSql = '(select id from quiet_bike)'
/** A bike that was really paid for, as SQL. */
export const soldBikeSql = `(select bike_id from payments where state = 'succeeded' order by id limit 1)`
export const karimIdSql = `(select id from members where email = 'karim@motohaat.test')`
export const rahimIdSql = `(select id from members where email = 'rahim@motohaat.test')`

/** Every intent of the shop's provider. */
export const listIntents = (testApp: TestApp) => collect(testApp.paymentProvider.listIntents())

/** Opens the books of a seeded shop whose cast has paid. */
export const createInvariantHarness = async () => {
  const testApp = await createTestApp({ manualClose: true })
  await payDemoPurchases(testApp.paymentsDeps, testApp.payIntent)
  const client = await connectAsOwner(testApp)

  /** Plants faults, asks, takes everything back; gives the ids of what was found broken. */
  const findViolationsAfter = async (sql: string, intents: object[] | null = null): Promise<string[]> => {
    await client.query('begin')
    try {
      // No trigger and no foreign key looks at what this connection writes.
      await client.query('set local session_replication_role = replica')
      await client.query(`create temporary table quiet_bike on commit drop as ${unwantedBikeSql}`)
      await client.query(sql)
      const { violations } = await findViolations(client, intents)
      return violations.map(({ invariant }) => invariant.id)
    } finally {
      await client.query('rollback')
    }
  }

  const close = async () => {
    await client.end()
    await testApp.close()
  }
  return { testApp, client, findViolationsAfter, close }
}

export type InvariantHarness = Awaited<ReturnType<typeof createInvariantHarness>>
