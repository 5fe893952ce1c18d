// Passes the actor of a request to PostgreSQL, where triggers write it into the audit log.
import { AsyncLocalStorage } from 'node:async_hooks'
import { isIP } from 'node:net'
import type pg from 'pg'

/** `actor` is a member's id, `visitor` or `provider`; `request` is the request id; `address` is the client's IP address. */
export type Actor = { actor: string; request: string; address: string }

const currentActor = new AsyncLocalStorage<Actor>()

/** Runs `work`; every database connection that it uses gets this actor. */
export const withActor = <Result>(actor: Actor, work: () => Promise<Result>): Promise<Result> =>
  currentActor.run(actor, work)

/** The actor of the request that is being handled; undefined in a background job. */
export const getActor = (): Actor | undefined => currentActor.getStore()

/** The setting for PostgreSQL; empty for a background job. */
const serializeActor = (actor: Actor | undefined): string => {
  if (!actor) return ''
  // A link-local address may end in a zone such as %eth0, which the type `inet` does not accept.
  const address = actor.address.split('%', 1)[0] ?? ''
  return JSON.stringify({ ...actor, address: isIP(address) === 0 ? null : address })
}

/**
 * Sets the actor on every connection that the pool hands out, unless it is already set there.
 * @returns connects without setting the actor, for statements that only read
 */
export const setActor = (pool: pg.Pool): (() => Promise<pg.PoolClient>) => {
  const connect: () => Promise<pg.PoolClient> = pool.connect.bind(pool)
  const sentActors = new WeakMap<pg.PoolClient, string>()

  const sendActor = async (client: pg.PoolClient, actorJson: string): Promise<void> => {
    if ((sentActors.get(client) ?? '') === actorJson) return
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
  // All callers use the promise form of `connect`; retry.ts does so for single statements too.
  Object.assign(pool, { connect: connectWithActor })
  return connect
}
