// Who makes a change: said once at the door, and carried to the database by every connection that works for it.
import { AsyncLocalStorage } from 'node:async_hooks'
import { isIP } from 'node:net'
import type pg from 'pg'

/** A member's id, or `visitor`, or `provider`; the id of the request; and the address that it came from. */
export type By = { actor: string; request: string; address: string }

// It holds nothing by itself: what it gives is what the caller's caller has run its work with.
const atWork = new AsyncLocalStorage<By>()

/** Does the work in this name, however many connections and libraries it passes through. */
export const doneBy = <Done>(by: By, work: () => Promise<Done>): Promise<Done> => atWork.run(by, work)

/** The words for the database; none when the shop does something by itself. */
const inWords = (by: By | undefined): string => {
  if (!by) return ''
  // An address may name a network card of this machine behind a percent sign, which the database has no room for.
  const address = by.address.split('%', 1)[0] ?? ''
  return JSON.stringify({ ...by, address: isIP(address) === 0 ? null : address })
}

/**
 * Makes every connection of the pool say by whom it works, before it is handed out. One that said the same the last
 * time is not asked again. Gives the way to a connection that says nothing, for statements that only read: whoever
 * writes on it next says so first.
 */
export const sayByWhom = (pool: pg.Pool): (() => Promise<pg.PoolClient>) => {
  const connect: () => Promise<pg.PoolClient> = pool.connect.bind(pool)
  const said = new WeakMap<pg.PoolClient, string>()

  const say = async (client: pg.PoolClient, words: string): Promise<void> => {
    if ((said.get(client) ?? '') === words) return
    await client.query(`select set_config('motohaat.by', $1, false)`, [words])
    said.set(client, words)
  }
  const connectAndSay = async (): Promise<pg.PoolClient> => {
    // Asked for now: a connection that is waited for is handed over in the midst of somebody else's work.
    const words = inWords(atWork.getStore())
    const client = await connect()
    try {
      await say(client, words)
      return client
    } catch (error) {
      client.release(true)
      throw error
    }
  }
  // Everything in the shop asks for a connection by a promise; database-tries.ts does so for single statements too.
  Object.assign(pool, { connect: connectAndSay })
  return connect
}
