// The named moments of a payment at which the shop is killed. Nothing in the shop knows of them: what it says to the
// database and to the provider tells where it is.
import { setTimeout as pause } from 'node:timers/promises'
import type { Operation } from '#sandbox/cards/faults.ts'
import type { User } from './users.ts'
import type { Gate } from './database-proxy.ts'
import type { Rig } from './harness.ts'

export type Scene = {
  rig: Rig
  buyer: User
  /** Another buyer of the same bike. */
  rival: User
  order: { bookingId: string; bikeId: string; price: number }
  /** The rival's order of the same bike. */
  rivals: { bookingId: string }
}

export type CrashPoint = {
  name: string
  /** The fault of tests/resilience/README.md that it is a case of. */
  id: 'F01' | 'F03' | 'F05'
  /** Whose payment is the end of it when both may try again: the bike's, or nobody's since the bike left the shop. */
  ends: 'sold' | 'gone'
  strike(scene: Scene): Promise<void>
}

/** Asks to pay; gives the intent's id. */
export const begin = async ({ call }: User, { bookingId, price }: { bookingId: string; price: number }) => {
  const { clientSecret } = await call('POST /create-payment-intent', { body: { price, bookingId } })
  return clientSecret.split('_secret_')[0] ?? ''
}

/** Tells the shop that the card was accepted. */
export const tell = ({ call, email }: User, { bookingId, bikeId, price }: Scene['order'], transactionId: string) =>
  call('POST /payments', { body: { price, transactionId, email, bookingId, productId: bikeId } })

const killed = async ({ rig }: Scene): Promise<void> => {
  const pid = rig.shop.pid()
  rig.shop.kill('SIGKILL')
  while (rig.shop.pid() === pid) await pause(5)
}

/** Nobody waits for an answer of a shop that was killed. */
const cutOff = async (asked: Promise<unknown>): Promise<void> => void (await asked.catch(() => {}))

/** Kills where the shop says these words to its database, or where it is answered. */
const atWords = async (scene: Scene, gate: Omit<Gate, 'there'>, asked: () => Promise<unknown>): Promise<void> => {
  const there = async () => {
    await killed(scene)
    return 'break' as const
  }
  const met = scene.rig.db.proxy.gate({ ...gate, there })
  await Promise.all([met, cutOff(asked())])
}

// Long enough for the kill to come first, however busy the machine.
const heldMs = 3_000

/** Kills while the provider has this question: before it does what it is asked, which it then never does, or after. */
const atProvider = async (
  scene: Scene,
  operation: Operation,
  side: 'before' | 'after',
  asked: () => Promise<unknown>,
): Promise<void> => {
  const { provider } = scene.rig
  await provider.forgetAsked()
  await provider.spoil({ operation, fault: side === 'before' ? 'delay' : 'delay_after', delayMs: heldMs })
  if (side === 'before') await provider.spoil({ operation, fault: 'drop_before' })
  const asking = cutOff(asked())
  while ((await provider.asked(operation)) === 0) await pause(10)
  // The effect is a line of the provider's journal away.
  if (side === 'after') await pause(100)
  await killed(scene)
  await asking
}

/** The webhook would be one more settler: it is kept back until the shop is well again. */
const chargedInSilence = async ({ rig, buyer, order }: Scene): Promise<string> => {
  const intent = await begin(buyer, order)
  await rig.provider.spoil({ operation: 'webhook', fault: 'hold', times: 1_000 })
  await rig.provider.pay(intent)
  return intent
}

/** The bike leaves the shop after it was charged: what follows is sending the money back. */
const chargedInVain = async (scene: Scene): Promise<string> => {
  const intent = await chargedInSilence(scene)
  await scene.rig.db.ask('update bikes set withdrawn_at = now(), advertised_at = null where id = $1', [
    scene.order.bikeId,
  ])
  return intent
}

/** The hold of the buyer has run out, and the rival asks for the bike. */
const ranOut = async (scene: Scene): Promise<() => Promise<unknown>> => {
  const { rig, buyer, rival, order, rivals } = scene
  await begin(buyer, order)
  await rig.db.ask(`update payments set created_at = created_at - interval '16 minutes' where bike_id = $1`, [
    order.bikeId,
  ])
  return () => begin(rival, { ...order, ...rivals })
}

const holdWritten = /insert into "payments"/
const intentWritten = /update "payments" set "intent_id"/
const saleWritten = /update "bikes" set "sold_at"/
const commit = /\bcommit\b/i

/** The moments that the words to the database tell, whoever says them. */
export const gates: readonly { name: string; gate: Omit<Gate, 'there'> }[] = [
  { name: 'before_hold', gate: { words: holdWritten, side: 'question' } },
  { name: 'after_hold', gate: { words: holdWritten, side: 'answer' } },
  { name: 'after_intent_written', gate: { words: intentWritten, side: 'answer' } },
  { name: 'before_commit', gate: { after: saleWritten, words: commit, side: 'question' } },
  { name: 'after_commit', gate: { after: saleWritten, words: commit, side: 'answer' } },
]

const waitsForLock = `select from pg_stat_activity where wait_event_type = 'Lock' and usename <> 'postgres'`

/** Kills while the settling transaction waits for the bike, which somebody else has locked. */
const insideTransaction = async (scene: Scene): Promise<void> => {
  const intent = await chargedInSilence(scene)
  const other = await scene.rig.db.connect()
  await other.query('begin')
  await other.query('select from bikes where id = $1 for update', [scene.order.bikeId])
  const asking = cutOff(tell(scene.buyer, scene.order, intent))
  while ((await scene.rig.db.ask(waitsForLock)).length === 0) await pause(10)
  await killed(scene)
  await other.query('rollback')
  await other.end()
  await asking
}

export const crashPoints: readonly CrashPoint[] = [
  {
    name: 'before_hold',
    id: 'F01',
    ends: 'sold',
    strike: (scene) => atWords(scene, { words: holdWritten, side: 'question' }, () => begin(scene.buyer, scene.order)),
  },
  {
    name: 'after_hold',
    id: 'F01',
    ends: 'sold',
    strike: (scene) => atWords(scene, { words: holdWritten, side: 'answer' }, () => begin(scene.buyer, scene.order)),
  },
  {
    name: 'before_intent',
    id: 'F01',
    ends: 'sold',
    strike: (scene) => atProvider(scene, 'create', 'before', () => begin(scene.buyer, scene.order)),
  },
  {
    name: 'after_intent',
    id: 'F01',
    ends: 'sold',
    strike: (scene) => atProvider(scene, 'create', 'after', () => begin(scene.buyer, scene.order)),
  },
  {
    name: 'after_intent_written',
    id: 'F01',
    ends: 'sold',
    strike: (scene) => atWords(scene, { words: intentWritten, side: 'answer' }, () => begin(scene.buyer, scene.order)),
  },
  {
    name: 'after_authorized',
    id: 'F03',
    ends: 'sold',
    strike: async (scene) => {
      await chargedInSilence(scene)
      await killed(scene)
    },
  },
  {
    name: 'during_look',
    id: 'F03',
    ends: 'sold',
    strike: async (scene) => {
      const intent = await chargedInSilence(scene)
      await atProvider(scene, 'retrieve', 'before', () => tell(scene.buyer, scene.order, intent))
    },
  },
  { name: 'inside_transaction', id: 'F05', ends: 'sold', strike: insideTransaction },
  {
    name: 'before_commit',
    id: 'F05',
    ends: 'sold',
    strike: async (scene) => {
      const intent = await chargedInSilence(scene)
      const gate = { after: saleWritten, words: commit, side: 'question' } as const
      await atWords(scene, gate, () => tell(scene.buyer, scene.order, intent))
    },
  },
  {
    name: 'after_commit',
    id: 'F05',
    ends: 'sold',
    strike: async (scene) => {
      const intent = await chargedInSilence(scene)
      const gate = { after: saleWritten, words: commit, side: 'answer' } as const
      await atWords(scene, gate, () => tell(scene.buyer, scene.order, intent))
    },
  },
  ...(['before', 'after'] as const).map((side): CrashPoint => ({
    name: `${side}_refund`,
    id: 'F05',
    ends: 'gone',
    strike: async (scene) => {
      const intent = await chargedInVain(scene)
      await atProvider(scene, 'refund', side, () => tell(scene.buyer, scene.order, intent))
    },
  })),
  ...(['before', 'after'] as const).map((side): CrashPoint => ({
    name: `${side}_cancel`,
    id: 'F03',
    ends: 'sold',
    strike: async (scene) => atProvider(scene, 'cancel', side, await ranOut(scene)),
  })),
]
