// What the admin does, and what visitors do: badges, removals of members who came only to go, reading, writing.
import { Refusal, Unreachable } from '#contract/client.ts'
import { look } from './buyer-actor.ts'
import type { Dice } from './random.ts'
import type { History } from './history.ts'
import { newcomer, type User } from './users.ts'
import { offer, type Selling, upload } from './seller-actor.ts'

export type Keeping = {
  user: User
  history: History
  /** Sellers of the rig by their address: the admin gives them a badge. */
  sellers: readonly string[]
  /** Counts the members who came only to go, so that each has a name of their own. */
  gone: number
}

type Person = { _id: string; email: string }

const about = ({ user }: Pick<Keeping, 'user'>) => ({ who: user.name, at: user.at })

const find = async (keeping: Keeping, email: string): Promise<Person | undefined> => {
  const found = await keeping.history.attempt({ ...about(keeping), deed: 'read' }, () =>
    keeping.user.call('GET /sellers', { query: { search: email } }),
  )
  return found?.find((one) => one.email === email)
}

const verify = async (keeping: Keeping): Promise<void> => {
  const seller = await find(keeping, keeping.user.dice.pick(keeping.sellers))
  if (!seller) return
  await keeping.history.attempt({ ...about(keeping), deed: 'verify', id: seller.email }, () =>
    keeping.user.call('PUT /users/:id', { params: { id: seller._id }, body: { verify: true } }),
  )
}

/** Somebody registers, offers two bikes, and is removed while others may be paying for them. */
const passThrough = async (keeping: Keeping): Promise<void> => {
  const { user, history } = keeping
  keeping.gone += 1
  const name = `passing-${user.dice.below(1_000_000)}-${keeping.gone}`
  const passing = newcomer({ name, role: 'Seller', at: user.at, url: user.url, dice: user.dice.fork(name) })
  const known = { who: name, at: user.at }
  if (!(await history.attempt({ ...known, deed: 'register', id: passing.email }, () => passing.register()))) return
  const selling: Selling = { user: passing, history, pictures: [], offered: [], most: 2 }
  await upload(selling)
  await offer(selling)
  await offer(selling)
  const found = await find(keeping, passing.email)
  if (!found) return
  await history.attempt({ ...about(keeping), deed: 'remove', id: passing.email }, () =>
    user.call('DELETE /users/:id', { params: { id: found._id } }),
  )
}

const readDesk = (keeping: Keeping) =>
  keeping.history.attempt({ ...about(keeping), deed: 'read' }, () => keeping.user.call('GET /buyers'))

/** Does one thing that the admin does. */
export const adminDoes = async (keeping: Keeping): Promise<void> => {
  const roll = keeping.user.dice.roll()
  if (roll < 0.4) return void (await readDesk(keeping))
  if (roll < 0.7) return verify(keeping)
  return passThrough(keeping)
}

type Visiting = { user: User; history: History }

/** Fetches a page as a crawler or a first-time visitor gets it, ready made by the server. */
const readPage = ({ user, history }: Visiting, dice: Dice) =>
  history.attempt({ ...about({ user }), deed: 'read' }, async () => {
    const path = dice.pick(['/', '/blog', '/login', '/bn'])
    const answer = await fetch(user.url + path, { signal: AbortSignal.timeout(12_000) }).catch((cause: unknown) => {
      throw new Unreachable('The page cannot be reached.', { cause })
    })
    await answer.text().catch((cause: unknown) => {
      throw new Unreachable('The page broke off.', { cause })
    })
    if (answer.status >= 500) throw new Refusal(answer.status, {})
  })

const write = ({ user, history }: Visiting, subject: string) =>
  history.attempt({ ...about({ user }), deed: 'write', id: subject }, () =>
    user.call('POST /contact', { body: { email: 'visitor@motohaat.test', subject, message: 'Is it still there?' } }),
  )

/** Does one thing that visitors do. */
export const visitorDoes = async (visiting: Visiting): Promise<void> => {
  const { dice, name } = visiting.user
  const roll = dice.roll()
  if (roll < 0.4) return void (await readPage(visiting, dice))
  if (roll < 0.45) return void (await write(visiting, `${name} asks ${dice.below(1_000_000_000)}`))
  await look(visiting)
}
