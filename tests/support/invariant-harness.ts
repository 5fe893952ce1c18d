// A database in which tests plant faults past all constraints, and roll them back.
import { payDemoPurchases } from '#seed/pay-demo-purchases.ts'
import { findViolations, collect } from '#scripts/invariants.ts'
import { connectAsOwner } from './owner-connection.ts'
import { createTestApp, type TestApp } from './test-app.ts'

// On sale and without bookings, so that a planted fault violates no other invariant.
const unwantedBikeSql = `select id from bikes where sold_at is null and withdrawn_at is null
  and id not in (select bike_id from bookings) and id not in (select bike_id from wishes) order by id limit 1`

/** SQL for the bike in which faults are planted. */
export const bikeOnSaleSql = '(select id from quiet_bike)'
/** SQL for a bike with a succeeded payment. */
export const soldBikeSql = `(select bike_id from payments where state = 'succeeded' order by id limit 1)`
export const karimIdSql = `(select id from members where email = 'karim@motohaat.test')`
export const rahimIdSql = `(select id from members where email = 'rahim@motohaat.test')`

/** Every intent of the provider. */
export const listIntents = (testApp: TestApp) => collect(testApp.paymentProvider.listIntents())

/** Every balance transaction of the provider. */
export const listTransactions = (testApp: TestApp) => collect(testApp.paymentProvider.listBalanceTransactions())

/** Creates a seeded database in which all demonstration purchases are paid. */
export const createInvariantHarness = async () => {
  const testApp = await createTestApp({ manualClose: true })
  await payDemoPurchases(testApp.paymentsDeps, testApp.payIntent)
  const client = await connectAsOwner(testApp)

  /** Plants faults, checks the invariants and rolls back; returns the ids of the violated ones. */
  const findViolationsAfter = async (
    sql: string,
    intents: object[] | null = null,
    transactions: object[] | null = null,
  ): Promise<string[]> => {
    await client.query('begin')
    try {
      // Triggers and foreign keys do not apply to this connection.
      await client.query('set local session_replication_role = replica')
      await client.query(`create temporary table quiet_bike on commit drop as ${unwantedBikeSql}`)
      await client.query(sql)
      const { violations } = await findViolations(client, intents, transactions)
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
