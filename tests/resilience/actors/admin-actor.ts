// What the admin does, and what visitors do: badges, disputes, removals of members who came only to go, reading, writing.
import { ApiResponseError, UnreachableError } from '#contract/client.ts'
import { browseBikes } from './buyer-actor.ts'
import { decideDispute } from './deal-actor.ts'
import type { Random } from '#tests/resilience/random.ts'
import type { History } from '#tests/resilience/history.ts'
import { createNewMember, type User } from '#tests/resilience/users.ts'
import { createListing, type SellerState, uploadPicture } from './seller-actor.ts'

export type AdminState = {
  user: User
  history: History
  /** E-mail addresses of the harness's sellers: the admin verifies them. */
  sellers: readonly string[]
  /** Counts the members who came only to go, so that each has a name of their own. */
  removedCount: number
}

type Person = { _id: string; email: string }

const getAttemptInfo = ({ user }: Pick<AdminState, 'user'>) => ({ who: user.name, serverName: user.serverName })

const findSeller = async (state: AdminState, email: string): Promise<Person | undefined> => {
  const found = await state.history.attempt({ ...getAttemptInfo(state), action: 'read' }, () =>
    state.user.call('GET /sellers', { query: { search: email } }),
  )
  return found?.find((one) => one.email === email)
}

const verifySeller = async (state: AdminState): Promise<void> => {
  const seller = await findSeller(state, state.user.random.pick(state.sellers))
  if (!seller) return
  await state.history.attempt({ ...getAttemptInfo(state), action: 'verify', id: seller.email }, () =>
    state.user.call('PUT /users/:id', { params: { id: seller._id }, body: { verify: true } }),
  )
}

/** Somebody registers, offers two bikes, and is removed while others may be paying for them. */
const registerAndRemoveSeller = async (state: AdminState): Promise<void> => {
  const { user, history } = state
  state.removedCount += 1
  const name = `passing-${user.random.below(1_000_000)}-${state.removedCount}`
  const seller = createNewMember({
    name,
    role: 'Seller',
    serverName: user.serverName,
    url: user.url,
    random: user.random.fork(name),
  })
  const attemptInfo = { who: name, serverName: user.serverName }
  if (!(await history.attempt({ ...attemptInfo, action: 'register', id: seller.email }, () => seller.register())))
    return
  const sellerState: SellerState = {
    user: seller,
    history,
    sharedCodes: new Map(),
    pictures: [],
    listedBikeIds: [],
    maxListed: 2,
  }
  await uploadPicture(sellerState)
  await createListing(sellerState)
  await createListing(sellerState)
  const found = await findSeller(state, seller.email)
  if (!found) return
  await history.attempt({ ...getAttemptInfo(state), action: 'remove', id: seller.email }, () =>
    user.call('DELETE /users/:id', { params: { id: found._id } }),
  )
}

const readBuyers = (state: AdminState) =>
  state.history.attempt({ ...getAttemptInfo(state), action: 'read' }, () => state.user.call('GET /buyers'))

/** Does one thing that the admin does. */
export const performAdminAction = async (state: AdminState): Promise<void> => {
  const roll = state.user.random.next()
  if (roll < 0.3) return void (await readBuyers(state))
  if (roll < 0.5) return verifySeller(state)
  if (roll < 0.75) return decideDispute(state)
  return registerAndRemoveSeller(state)
}

type VisitorState = { user: User; history: History }

/** Fetches a page as a crawler or a first-time visitor gets it, ready made by the server. */
const fetchPage = ({ user, history }: VisitorState, random: Random) =>
  history.attempt({ ...getAttemptInfo({ user }), action: 'read' }, async () => {
    const path = random.pick(['/', '/blog', '/login', '/bn'])
    const response = await fetch(user.url + path, { signal: AbortSignal.timeout(12_000) }).catch((cause: unknown) => {
      throw new UnreachableError('The page cannot be reached.', { cause })
    })
    await response.text().catch((cause: unknown) => {
      throw new UnreachableError('The page broke off.', { cause })
    })
    if (response.status >= 500) throw new ApiResponseError(response.status, {})
  })

const sendContactMessage = ({ user, history }: VisitorState, subject: string) =>
  history.attempt({ ...getAttemptInfo({ user }), action: 'write', id: subject }, () =>
    user.call('POST /contact', { body: { email: 'visitor@motohaat.test', subject, message: 'Is it still there?' } }),
  )

/** Does one thing that visitors do. */
export const performVisitorAction = async (state: VisitorState): Promise<void> => {
  const { random, name } = state.user
  const roll = random.next()
  if (roll < 0.4) return void (await fetchPage(state, random))
  if (roll < 0.45) return void (await sendContactMessage(state, `${name} asks ${random.below(1_000_000_000)}`))
  await browseBikes(state)
}
