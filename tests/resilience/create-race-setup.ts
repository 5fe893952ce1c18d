// The arena of the races beside a running rig: twenty racers of their own, and a till of this process, which looks after
// payments beside the two of the shop.
import { v7 } from 'uuid'
import { openCards } from '#market/payments/provider.ts'
import { openDatabase } from '#platform/database/database.ts'
import { sandboxKeys } from '#sandbox/sandbox.ts'
import type { Arena, Racer } from './race-setup.ts'
import type { Dice } from './random.ts'
import { openHistory } from './history.ts'
import { newcomer } from './users.ts'
import type { Rig } from './harness.ts'
import { type Selling, upload } from './seller-actor.ts'
import { registered } from './workload.ts'

const buyers = 20
const uploadsMost = 20

const enter = async (rig: Rig, dice: Dice, role: 'Buyer' | 'Seller', name: string) => {
  const user = newcomer({ name, role, at: 'main', url: rig.url, dice: dice.fork(name) })
  return registered(openHistory(), user)
}

const tillOf = (rig: Rig) => {
  const db = openDatabase({ url: rig.db.url })
  const { hostname, port } = new URL(rig.provider.url)
  const cards = openCards({ ...sandboxKeys.stripe, sandbox: { host: hostname, port: Number(port) } })
  return { db, cards, now: () => new Date(), newId: () => v7(), say: () => {} }
}

/** Registers the racers; `close` ends the till. */
export const openArena = async (rig: Rig, dice: Dice): Promise<Arena & { close(): Promise<void> }> => {
  const name = `racer-${dice.below(1_000_000_000)}`
  const crowd: Racer[] = []
  for (let at = 0; at < buyers; at += 1) crowd.push(await enter(rig, dice, 'Buyer', `${name}-${at}`))
  const seller = await enter(rig, dice, 'Seller', `${name}-seller`)
  const selling: Selling = { user: seller, history: openHistory(), pictures: [], offered: [], most: 0 }
  for (let tries = 0; tries < uploadsMost && selling.pictures.length === 0; tries += 1) await upload(selling)
  const till = tillOf(rig)
  return {
    till,
    buyers: crowd,
    seller,
    picture: selling.pictures[0] ?? '',
    pay: rig.provider.pay,
    ask: rig.db.ask,
    close: () => till.db.$client.end(),
  }
}
