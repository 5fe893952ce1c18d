// Passes the actor of a request to PostgreSQL, where triggers write it into the audit log.
import { AsyncLocalStorage } from 'node:async_hooks'
import { isIP } from 'node:net'
import pg from 'pg'

/** `actor` is a member's id, `visitor` or `provider`; `request` is the request id; `address` is the client's IP address. */
export type Actor = { actor: string; request: string; address: string }

const currentActor = new AsyncLocalStorage<Actor>()

/** Runs `work`; every database connection that it uses gets this actor. */
export const withActor = <Result>(actor: Actor, work: () => PromiseLike<Result>): Promise<Result> =>
  // A query of the query builder starts when it is awaited, which must be in here too.
  currentActor.run(actor, async () => await work())

/** The actor of the request that is being handled; undefined in a background job. */
export const getActor = (): Actor | undefined => currentActor.getStore()

/** The setting for PostgreSQL; empty for a background job. */
const serializeActor = (actor: Actor | undefined): string => {
  if (!actor) return ''
  // A link-local address may end in a zone such as %eth0, which the type `inet` does not accept.
  const address = actor.address.split('%', 1)[0] ?? ''
  return JSON.stringify({ ...actor, address: isIP(address) === 0 ? null : address })
}

/** How the pool's connections get the actor. */
export type ActorConnections = {
  /** Connects without setting the actor, for statements that only read. */
  connectToRead: () => Promise<pg.PoolClient>
  /** Connects for one statement, which is a transaction of its own. */
  connectForStatement: () => Promise<pg.PoolClient>
  /**
   * Connects for a transaction: the connection sets the actor for this transaction alone, in one message with its `begin`,
   * which saves a round trip.
   */
  connectForTransaction: () => Promise<pg.PoolClient>
}

/** The text of a statement that begins a transaction; undefined of others. */
const findBegin = (config: unknown): string | undefined => {
  const text = typeof config === 'object' && config !== null && 'text' in config ? config.text : undefined
  return typeof text === 'string' && text.startsWith('begin') ? text : undefined
}

/** Sets the actor until the end of the transaction. */
const toLocalSetting = (actorJson: string): string =>
  `select set_config('motohaat.by', ${pg.escapeLiteral(actorJson)}, true)`

/** Sends these statements together with the `begin` of a transaction. */
const queryWithBegin = (client: pg.PoolClient, statements: string): pg.PoolClient['query'] => {
  const query = (...[config, ...rest]: unknown[]): unknown => {
    const begin = findBegin(config)
    const sent = begin === undefined ? config : { text: `${begin}; ${statements}` }
    return Reflect.apply(client.query.bind(client), client, [sent, ...rest])
  }
  // The forms of a query stay what they were.
  return query as pg.PoolClient['query'] // oxlint-disable-line typescript/no-unsafe-type-assertion
}

/** Sets the actor on every connection that the pool hands out, unless it is already set there. */
export const setActor = (pool: pg.Pool): ActorConnections => {
  const connect: () => Promise<pg.PoolClient> = pool.connect.bind(pool)
  const sentActors = new WeakMap<pg.PoolClient, string>()
  const getSentActor = (client: pg.PoolClient): string => sentActors.get(client) ?? ''

  const sendActor = async (client: pg.PoolClient, actorJson: string): Promise<void> => {
    if (getSentActor(client) === actorJson) return
    await client.query(`select set_config('motohaat.by', $1, false)`, [actorJson])
    sentActors.set(client, actorJson)
  }
  const connectWithActor = async (): Promise<pg.PoolClient> => {
    // Read before waiting: the pool may hand over the connection in the async context of another request.
    const actorJson = serializeActor(currentActor.getStore())
    const client = await connect()
    try {
      await sendActor(client, actorJson)
      return client
    } catch (error) {
      client.release(true)
      throw error
    }
  }
  const connectForTransaction = async (): Promise<pg.PoolClient> => {
    const actorJson = serializeActor(currentActor.getStore())
    const client = await connect()
    if (getSentActor(client) === actorJson) return client
    const inTransaction: pg.PoolClient = Object.create(client)
    inTransaction.query = queryWithBegin(client, toLocalSetting(actorJson))
    return inTransaction
  }
  // All callers use the promise form of `connect`; retry.ts does so for single statements too.
  Object.assign(pool, { connect: connectWithActor })
  return { connectToRead: connect, connectForStatement: connectWithActor, connectForTransaction }
}

/** Runs each statement as a transaction of its own, in which `statements` run first. */
const queryInTransaction = (client: pg.PoolClient, statements: string): pg.PoolClient['query'] => {
  const query = async (...args: unknown[]): Promise<unknown> => {
    await client.query(`begin; ${statements}`)
    try {
      const result: unknown = await Reflect.apply(client.query.bind(client), client, args)
      await client.query('commit')
      return result
    } catch (error) {
      // Fails where the connection is broken, which has ended the transaction.
      await client.query('rollback').catch(() => {})
      throw error
    }
  }
  // All callers use the promise form of a query.
  return query as pg.PoolClient['query'] // oxlint-disable-line typescript/no-unsafe-type-assertion
}

/**
 * As `setActor`, for a pool whose connections keep no session: the actor holds for one transaction, so a statement that may
 * write is sent as one.
 */
export const setActorInTransactions = (pool: pg.Pool): ActorConnections => {
  const connect: () => Promise<pg.PoolClient> = pool.connect.bind(pool)
  const connectWith =
    (createQuery: typeof queryWithBegin): (() => Promise<pg.PoolClient>) =>
    async () => {
      // Read before waiting: the pool may hand over the connection in the async context of another request.
      const actorJson = serializeActor(currentActor.getStore())
      const client = await connect()
      // A background job has none, and no session has one.
      if (actorJson === '') return client
      const withActor: pg.PoolClient = Object.create(client)
      withActor.query = createQuery(client, toLocalSetting(actorJson))
      return withActor
    }
  const connectForTransaction = connectWith(queryWithBegin)
  Object.assign(pool, { connect: connectForTransaction })
  return { connectToRead: connect, connectForStatement: connectWith(queryInTransaction), connectForTransaction }
}
