// Twenty users at once, each doing one thing after another with a little thought between; all their choices follow from
// the seed. They can be asked to hold still, so that the books can be read.
import { setTimeout as pause } from 'node:timers/promises'
import { type Buying, buyerDoes } from './buyer-actor.ts'
import type { Dice } from './random.ts'
import type { History } from './history.ts'
import { type Checker, openChecker } from './history-checker.ts'
import { adminDoes, type Keeping, visitorDoes } from './admin-actor.ts'
import { admin, newcomer, type User, visitor } from './users.ts'
import type { Rig } from './harness.ts'
import { offer, type Selling, sellerDoes, upload } from './seller-actor.ts'

const buyers = 12
const sellers = 5
const visitors = 2

export type Workload = {
  history: History
  /** Judges the history; it knows what came before. */
  checker: Checker
  /** The members of the workload, for reading everything as them. */
  members: readonly User[]
  admin: User
  /** Lets all go on. */
  go(): void
  /** Waits until every user has ended what they were doing. */
  holdStill(): Promise<void>
  end(): Promise<void>
}

type Doer = { name: string; dice: Dice; doOne: () => Promise<void> }
type Turn = { isGoing: boolean; isOver: boolean; thinkMs: number }

const doForever = async ({ dice, doOne }: Doer, turn: Turn, busy: Set<Promise<void>>): Promise<void> => {
  while (!turn.isOver) {
    if (turn.isGoing) {
      const doing = doOne()
      busy.add(doing)
      await doing.finally(() => busy.delete(doing))
    }
    await pause(turn.isGoing ? dice.between(turn.thinkMs / 5, turn.thinkMs * 1.8) : 20)
  }
}

// Registering is what everything else stands on, so it is tried until it is done.
const triesMost = 20

/** Registers, and tries again while the shop is away or busy. */
export const registered = async <U extends User & { register(): Promise<unknown> }>(
  history: History,
  user: U,
): Promise<U> => {
  for (let tries = 0; tries < triesMost; tries += 1) {
    const about = { who: user.name, deed: 'register', at: user.at, id: user.email } as const
    if (await history.attempt(about, () => user.register())) return user
    // An answer that was lost may have been a yes: then a second try is told that the address is taken.
    if (history.entries.at(-1)?.code === 'email_taken') return user
    await pause(250)
  }
  throw new Error(`${user.name} could not register: ${JSON.stringify(history.entries.at(-1))}`)
}

/** Where a user's browser goes: every third one goes to the process that is never killed. */
const placeOf = (rig: Rig, at: number): Pick<User, 'at' | 'url'> =>
  rig.steadyUrl !== null && at % 3 === 2 ? { at: 'steady', url: rig.steadyUrl } : { at: 'main', url: rig.url }

type Options = { dice: Dice; history: History; thinkMs: number; mostOnSale: number }

const openBuyers = (rig: Rig, { dice, history }: Options): Promise<Buying[]> =>
  Promise.all(
    Array.from({ length: buyers }, async (_, at): Promise<Buying> => {
      const name = `buyer-${at}`
      const user = newcomer({ name, role: 'Buyer', ...placeOf(rig, at), dice: dice.fork(name) })
      await registered(history, user)
      return { user, history, provider: rig.provider, unfinished: [], wanted: new Set() }
    }),
  )

const openSellers = (rig: Rig, { dice, history, mostOnSale }: Options): Promise<Selling[]> =>
  Promise.all(
    Array.from({ length: sellers }, async (_, at): Promise<Selling> => {
      const name = `seller-${at}`
      const user = newcomer({ name, role: 'Seller', ...placeOf(rig, at), dice: dice.fork(name) })
      await registered(history, user)
      const selling: Selling = { user, history, pictures: [], offered: [], most: Math.ceil(mostOnSale / sellers) }
      await upload(selling)
      for (let bikes = 0; bikes < 4; bikes += 1) await offer(selling)
      return selling
    }),
  )

const openVisitors = (rig: Rig, { dice, history }: Options) =>
  Array.from({ length: visitors }, (_, at) => {
    const name = `visitor-${at}`
    return { user: visitor({ name, ...placeOf(rig, at + 1), dice: dice.fork(name) }), history }
  })

/**
 * Registers everybody; they begin when told to `go`.
 * @param options.thinkMs how long a user thinks between two deeds, about
 * @param options.mostOnSale how many bikes all sellers together keep on sale
 */
export const openWorkload = async (rig: Rig, options: Options): Promise<Workload> => {
  const { dice, history } = options
  const [buying, selling] = await Promise.all([openBuyers(rig, options), openSellers(rig, options)])
  const user = admin({ name: 'admin', ...placeOf(rig, 0), dice: dice.fork('admin') })
  const keeping: Keeping = { user, history, sellers: selling.map((one) => one.user.email), gone: 0 }
  const doers: Doer[] = [
    ...buying.map((one) => ({ ...one.user, doOne: () => buyerDoes(one) })),
    ...selling.map((one) => ({ ...one.user, doOne: () => sellerDoes(one) })),
    ...openVisitors(rig, options).map((one) => ({ ...one.user, doOne: () => visitorDoes(one) })),
    { ...user, doOne: () => adminDoes(keeping) },
  ]
  const turn: Turn = { isGoing: false, isOver: false, thinkMs: options.thinkMs }
  const busy = new Set<Promise<void>>()
  const doing = Promise.all(doers.map((doer) => doForever(doer, turn, busy)))
  // The one who waits for it hears of it; until then it must not end the process.
  doing.catch(() => {})
  const holdStill = async () => {
    turn.isGoing = false
    while (busy.size > 0) await Promise.allSettled(busy)
  }
  return {
    history,
    checker: openChecker(),
    members: [...buying, ...selling].map((one) => one.user),
    admin: user,
    go: () => void (turn.isGoing = true),
    holdStill,
    end: async () => {
      await holdStill()
      turn.isOver = true
      await doing
    },
  }
}
