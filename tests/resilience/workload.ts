// Twenty concurrent users, each with short pauses between actions; the seed determines all their choices. They can be
// paused, so that the ledger can be read.
import { setTimeout as pause } from 'node:timers/promises'
import { type BuyerState, performBuyerAction } from './actors/buyer-actor.ts'
import type { DealsState } from './actors/deal-actor.ts'
import type { Random } from './random.ts'
import type { History } from './history.ts'
import { type HistoryChecker, createHistoryChecker } from './history-checker.ts'
import { performAdminAction, type AdminState, performVisitorAction } from './actors/admin-actor.ts'
import { createAdmin, createNewMember, type User, createVisitor } from './users.ts'
import type { Harness } from './harness.ts'
import { createListing, type SellerState, performSellerAction, uploadPicture } from './actors/seller-actor.ts'

const buyerCount = 12
const sellerCount = 5
const visitorCount = 2

export type Workload = {
  history: History
  /** Checks the history incrementally. */
  checker: HistoryChecker
  /** The members of the workload, for reading everything as them. */
  members: readonly User[]
  admin: User
  /** Lets all go on. */
  resume(): void
  /** Waits until every user has ended what they were doing. */
  pauseUsers(): Promise<void>
  stop(): Promise<void>
}

type UserLoop = { name: string; random: Random; performAction: () => Promise<void> }
type LoopState = { isRunning: boolean; isStopped: boolean; thinkMs: number }

const runUserLoop = async (
  { random, performAction }: UserLoop,
  loopState: LoopState,
  pendingActions: Set<Promise<void>>,
): Promise<void> => {
  while (!loopState.isStopped) {
    if (loopState.isRunning) {
      const action = performAction()
      pendingActions.add(action)
      await action.finally(() => pendingActions.delete(action))
    }
    await pause(loopState.isRunning ? random.between(loopState.thinkMs / 5, loopState.thinkMs * 1.8) : 20)
  }
}

// Registering is what everything else stands on, so it is tried until it is done.
const maxTries = 20

/** Registers, and tries again while the shop is away or busy. */
export const registerWithRetry = async <U extends User & { register(): Promise<unknown> }>(
  history: History,
  user: U,
): Promise<U> => {
  for (let tries = 0; tries < maxTries; tries += 1) {
    const attemptInfo = { who: user.name, action: 'register', serverName: user.serverName, id: user.email } as const
    if (await history.attempt(attemptInfo, () => user.register())) return user
    // A lost response may have been a success: then the second try fails with `email_taken`.
    if (history.entries.at(-1)?.code === 'email_taken') return user
    await pause(250)
  }
  throw new Error(`${user.name} could not register: ${JSON.stringify(history.entries.at(-1))}`)
}

/** Where a user's browser goes: every third one goes to the process that is never killed. */
const getServerFor = (harness: Harness, index: number): Pick<User, 'serverName' | 'url'> =>
  harness.steadyUrl !== null && index % 3 === 2
    ? { serverName: 'steady', url: harness.steadyUrl }
    : { serverName: 'main', url: harness.url }

type Options = { random: Random; history: History; thinkMs: number; maxOnSale: number }
type PeopleOptions = Options & Pick<DealsState, 'sharedCodes'>

const createBuyers = (harness: Harness, { random, history, sharedCodes }: PeopleOptions): Promise<BuyerState[]> =>
  Promise.all(
    Array.from({ length: buyerCount }, async (_, index): Promise<BuyerState> => {
      const name = `buyer-${index}`
      const user = createNewMember({ name, role: 'Buyer', ...getServerFor(harness, index), random: random.fork(name) })
      await registerWithRetry(history, user)
      return { user, history, sharedCodes, provider: harness.provider, unpaidOrders: [], orderedBikeIds: new Set() }
    }),
  )

const createSellers = (
  harness: Harness,
  { random, history, sharedCodes, maxOnSale }: PeopleOptions,
): Promise<SellerState[]> =>
  Promise.all(
    Array.from({ length: sellerCount }, async (_, index): Promise<SellerState> => {
      const name = `seller-${index}`
      const user = createNewMember({ name, role: 'Seller', ...getServerFor(harness, index), random: random.fork(name) })
      await registerWithRetry(history, user)
      const sellerState: SellerState = {
        user,
        history,
        sharedCodes,
        pictures: [],
        listedBikeIds: [],
        maxListed: Math.ceil(maxOnSale / sellerCount),
      }
      await uploadPicture(sellerState)
      for (let bikes = 0; bikes < 4; bikes += 1) await createListing(sellerState)
      return sellerState
    }),
  )

const createVisitors = (harness: Harness, { random, history }: Options) =>
  Array.from({ length: visitorCount }, (_, index) => {
    const name = `visitor-${index}`
    return { user: createVisitor({ name, ...getServerFor(harness, index + 1), random: random.fork(name) }), history }
  })

/**
 * Registers everybody; they start with `resume`.
 * @param options.thinkMs average pause between two actions
 * @param options.maxOnSale how many bikes all sellers together have on sale
 */
export const createWorkload = async (harness: Harness, options: Options): Promise<Workload> => {
  const { random, history } = options
  const people = { ...options, sharedCodes: new Map<string, string>() }
  const [buyers, sellers] = await Promise.all([createBuyers(harness, people), createSellers(harness, people)])
  const user = createAdmin({ name: 'admin', ...getServerFor(harness, 0), random: random.fork('admin') })
  const adminState: AdminState = { user, history, sellers: sellers.map((one) => one.user.email), removedCount: 0 }
  const userLoops: UserLoop[] = [
    ...buyers.map((one) => ({ ...one.user, performAction: () => performBuyerAction(one) })),
    ...sellers.map((one) => ({ ...one.user, performAction: () => performSellerAction(one) })),
    ...createVisitors(harness, options).map((one) => ({ ...one.user, performAction: () => performVisitorAction(one) })),
    { ...user, performAction: () => performAdminAction(adminState) },
  ]
  const loopState: LoopState = { isRunning: false, isStopped: false, thinkMs: options.thinkMs }
  const pendingActions = new Set<Promise<void>>()
  const running = Promise.all(userLoops.map((userLoop) => runUserLoop(userLoop, loopState, pendingActions)))
  // `stop` awaits it; until then a rejection must not end the process.
  running.catch(() => {})
  const pauseUsers = async () => {
    loopState.isRunning = false
    while (pendingActions.size > 0) await Promise.allSettled(pendingActions)
  }
  return {
    history,
    checker: createHistoryChecker(),
    members: [...buyers, ...sellers].map((one) => one.user),
    admin: user,
    resume: () => void (loopState.isRunning = true),
    pauseUsers,
    stop: async () => {
      await pauseUsers()
      loopState.isStopped = true
      await running
    },
  }
}
