// Who makes a change: said once at the door, and carried to the database by every connection that works for it.
import { AsyncLocalStorage } from 'node:async_hooks'
import { isIP } from 'node:net'
import type pg from 'pg'

/** A member's id, or `visitor`, or `provider`; the id of the request; and the address that it came from. */
export type Actor = { actor: string; request: string; address: string }

// It holds nothing by itself: what it gives is what the caller's caller has run its work with.
const currentActor = new AsyncLocalStorage<Actor>()

/** Does the work in this name, however many connections and libraries it passes through. */
export const withActor = <Result>(actor: Actor, work: () => Promise<Result>): Promise<Result> =>
  currentActor.run(actor, work)

/** The words for the database; none when the shop does something by itself. */
const serializeActor = (actor: Actor | undefined): string => {
  if (!actor) return ''
  // An address may name a network card of this machine behind a percent sign, which the database has no room for.
  const address = actor.address.split('%', 1)[0] ?? ''
  return JSON.stringify({ ...actor, address: isIP(address) === 0 ? null : address })
}

/**
 * Makes every connection of the pool say by whom it works, before it is handed out. One that said the same the last
 * time is not asked again. Gives the way to a connection that says nothing, for statements that only read: whoever
 * writes on it next says so first.
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
    // Asked for now: a connection that is waited for is handed over in the midst of somebody else's work.
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
  // Everything in the shop asks for a connection by a promise; database-tries.ts does so for single statements too.
  Object.assign(pool, { connect: connectWithActor })
  return connect
}
