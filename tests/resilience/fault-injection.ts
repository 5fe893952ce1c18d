// Fails the N-th call of a kind, whichever it is: the database's connection breaks, the provider does not answer, a file
// cannot be written. Before what was asked for was done, or after it.
import type { Socket } from 'node:net'
import type pg from 'pg'
import { ApiError } from '#contract/errors/api-errors.ts'
import type { CardProvider, ProviderPayment } from '#market/payments/providers.ts'
import type { PictureStore } from '#market/pictures/store.ts'

export type CallKind = 'database' | 'provider' | 'file'
export type Side = 'before' | 'after'

export type FaultInjector = {
  /** From now on the N-th call of the kind fails, once; the first is 1. */
  arm(kind: CallKind, nth: number, side: Side): void
  /** Takes it back; gives whether that call came. */
  disarm(): boolean
}

/** Counts calls; says of each on which side it fails, or null. */
type CallCounter = FaultInjector & { countCall(kind: CallKind): Side | null }

const createCallCounter = (): CallCounter => {
  const armed: { kind: CallKind | null; left: number; side: Side } = { kind: null, left: 0, side: 'before' }
  return {
    arm: (kind, nth, side) => void Object.assign(armed, { kind, left: nth, side }),
    disarm: () => {
      const wasHit = armed.kind !== null && armed.left <= 0
      armed.kind = null
      return wasHit
    },
    countCall: (kind) => {
      if (armed.kind !== kind) return null
      armed.left -= 1
      return armed.left === 0 ? armed.side : null
    },
  }
}

/** What a call does when its turn has come: nothing, or all of it, and the caller hears that it failed either way. */
const callWithFault = async <T>(side: Side | null, call: () => Promise<T>, failure: () => Error): Promise<T> => {
  if (side === 'before') throw failure()
  const result = await call()
  if (side === 'after') throw failure()
  return result
}

// pg keeps its socket to itself, and a connection that really breaks is what this is about.
const breakConnection = (client: pg.PoolClient): void => {
  const { connection } = client as unknown as { connection: { stream: Socket } } // oxlint-disable-line typescript/no-unsafe-type-assertion -- see above
  connection.stream.destroy()
}

const injectIntoClient = (client: pg.PoolClient, counter: CallCounter): void => {
  const originalQuery = client.query.bind(client)
  const query = (...args: unknown[]): unknown => {
    const side = counter.countCall('database')
    if (side === 'before') breakConnection(client)
    const result: unknown = Reflect.apply(originalQuery, client, args)
    if (side !== 'after' || !(result instanceof Promise)) return result
    return result.then(() => {
      breakConnection(client)
      throw new Error('Connection terminated unexpectedly')
    })
  }
  Object.assign(client, { query })
}

const injectIntoPool = (pool: pg.Pool, counter: CallCounter): void => {
  const injected = new WeakSet<pg.PoolClient>()
  pool.on('acquire', (client) => {
    if (injected.has(client)) return
    injected.add(client)
    injectIntoClient(client, counter)
  })
}

const createUnavailableError = () => new ApiError('cards_unavailable')

/** Every call of the provider that the shop makes counts; reading its books does not. */
const injectIntoProvider = (real: CardProvider, counter: CallCounter): CardProvider => {
  const wrap =
    <Args extends unknown[], T>(call: (...args: Args) => Promise<T>) =>
    (...args: Args): Promise<T> =>
      callWithFault(counter.countCall('provider'), () => call(...args), createUnavailableError)
  return {
    ...real,
    create: wrap((payment: Parameters<CardProvider['create']>[0]) => real.create(payment)),
    retrieve: wrap((intentId: string) => real.retrieve(intentId)),
    cancel: wrap((intentId: string) => real.cancel(intentId)),
    refund: wrap((refund: Parameters<CardProvider['refund']>[0]) => real.refund(refund)),
    getRefund: wrap((payment: ProviderPayment, id: string) => real.getRefund(payment, id)),
    listRefunds: wrap((payment: ProviderPayment) => real.listRefunds(payment)),
  }
}

const createDiskFullError = () => Object.assign(new Error('ENOSPC: no space left on device'), { code: 'ENOSPC' })

const injectIntoStore = (real: PictureStore, counter: CallCounter): PictureStore => ({
  ...real,
  put: (name, bytes) => callWithFault(counter.countCall('file'), () => real.put(name, bytes), createDiskFullError),
})

/** Opens the means to fail; each of the three is put where the real one was. */
export const createFaultInjector = () => {
  const counter = createCallCounter()
  return {
    ...counter,
    injectIntoPool: (pool: pg.Pool) => injectIntoPool(pool, counter),
    wrapPaymentProvider: (real: CardProvider) => injectIntoProvider(real, counter),
    wrapStore: (real: PictureStore) => injectIntoStore(real, counter),
  }
}
