// Fails the N-th call of a kind, whichever it is: the database's connection breaks, the provider does not answer, a file
// cannot be written. Before what was asked for was done, or after it.
import type { Socket } from 'node:net'
import type pg from 'pg'
import { Refused } from '#contract/errors/api-errors.ts'
import type { Cards } from '#market/payments/provider.ts'
import type { PictureStore } from '#market/pictures/provider.ts'

export type Kind = 'database' | 'provider' | 'file'
export type Side = 'before' | 'after'

export type Failing = {
  /** From now on the N-th call of the kind fails, once; the first is 1. */
  arm(kind: Kind, nth: number, side: Side): void
  /** Takes it back; gives whether that call came. */
  disarm(): boolean
}

/** Counts calls; says of each on which side it fails, or null. */
type Counter = Failing & { next(kind: Kind): Side | null }

const openCounter = (): Counter => {
  const armed: { kind: Kind | null; left: number; side: Side } = { kind: null, left: 0, side: 'before' }
  return {
    arm: (kind, nth, side) => void Object.assign(armed, { kind, left: nth, side }),
    disarm: () => {
      const came = armed.kind !== null && armed.left <= 0
      armed.kind = null
      return came
    },
    next: (kind) => {
      if (armed.kind !== kind) return null
      armed.left -= 1
      return armed.left === 0 ? armed.side : null
    },
  }
}

/** What a call does when its turn has come: nothing, or all of it, and the caller hears that it failed either way. */
const spoilt = async <T>(side: Side | null, call: () => Promise<T>, failure: () => Error): Promise<T> => {
  if (side === 'before') throw failure()
  const done = await call()
  if (side === 'after') throw failure()
  return done
}

// pg keeps its socket to itself, and a connection that really breaks is what this is about.
const breakOff = (client: pg.PoolClient): void => {
  const { connection } = client as unknown as { connection: { stream: Socket } } // oxlint-disable-line typescript/no-unsafe-type-assertion -- see above
  connection.stream.destroy()
}

const spoilClient = (client: pg.PoolClient, counter: Counter): void => {
  const ask = client.query.bind(client)
  const query = (...words: unknown[]): unknown => {
    const side = counter.next('database')
    if (side === 'before') breakOff(client)
    const asked: unknown = Reflect.apply(ask, client, words)
    if (side !== 'after' || !(asked instanceof Promise)) return asked
    return asked.then(() => {
      breakOff(client)
      throw new Error('Connection terminated unexpectedly')
    })
  }
  Object.assign(client, { query })
}

const spoilPool = (pool: pg.Pool, counter: Counter): void => {
  const spoiled = new WeakSet<pg.PoolClient>()
  pool.on('acquire', (client) => {
    if (spoiled.has(client)) return
    spoiled.add(client)
    spoilClient(client, counter)
  })
}

const away = () => new Refused('cards_unavailable')

/** Every call of the provider that the shop makes counts; reading its books does not. */
const spoilCards = (real: Cards, counter: Counter): Cards => {
  const through =
    <Words extends unknown[], T>(call: (...words: Words) => Promise<T>) =>
    (...words: Words): Promise<T> =>
      spoilt(counter.next('provider'), () => call(...words), away)
  return {
    ...real,
    begin: through((payment: Parameters<Cards['begin']>[0]) => real.begin(payment)),
    look: through((intentId: string) => real.look(intentId)),
    cancel: through((intentId: string) => real.cancel(intentId)),
    refund: through((intentId: string) => real.refund(intentId)),
  }
}

const diskFull = () => Object.assign(new Error('ENOSPC: no space left on device'), { code: 'ENOSPC' })

const spoilStore = (real: PictureStore, counter: Counter): PictureStore => ({
  ...real,
  put: (name, bytes) => spoilt(counter.next('file'), () => real.put(name, bytes), diskFull),
})

/** Opens the means to fail; each of the three is put where the real one was. */
export const openFailing = () => {
  const counter = openCounter()
  return {
    ...counter,
    pool: (pool: pg.Pool) => spoilPool(pool, counter),
    cards: (real: Cards) => spoilCards(real, counter),
    store: (real: PictureStore) => spoilStore(real, counter),
  }
}
