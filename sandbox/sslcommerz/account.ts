// The store's account in the sandbox of SSLCommerz: sessions and refunds, stored in a journal of one line each.
import { z } from 'zod'
import { createJournal } from '../cards/journal.ts'

/** What is listed for the sandbox: these numbers do not simply pay. Any other number of a phone does. */
export const listedNumbers = {
  wrongPin: '01700000014',
  otpExpired: '01700000018',
  noBalance: '01700000023',
  pending: '01700000030',
  risky: '01700000031',
  /** Paid, with the bank's number of the payment before. */
  doubled: '01700000032',
} as const

const { wrongPin, otpExpired, noBalance } = listedNumbers
const refusedNumbers: ReadonlySet<string> = new Set([wrongPin, otpExpired, noBalance])

const poishaPerTaka = 100
// SSLCommerz takes 10 to 500,000 Taka at once.
const minPoisha = 1_000
const maxPoisha = 50_000_000
const maxTransactionIdLength = 30

const Session = z.object({
  sessionkey: z.string(),
  tranId: z.string(),
  amountPoisha: z.number().int(),
  urls: z.object({ success: z.string(), fail: z.string(), cancel: z.string(), ipn: z.string() }),
  valueA: z.string(),
  customerNumber: z.string().default(''),
  createdAt: z.number(),
  status: z.enum(['UNATTEMPTED', 'PENDING', 'VALID', 'FAILED', 'CANCELLED']),
  /** What the bank took; another sum than was asked for only by a fault. */
  paidPoisha: z.number().int(),
  valId: z.string().nullable(),
  bankTranId: z.string().nullable(),
  cardType: z.string(),
  riskLevel: z.enum(['0', '1']),
  payments: z.number().int(),
  paidAt: z.number().nullable(),
  validatedAt: z.number().nullable(),
})
export type Session = z.infer<typeof Session>

const Refund = z.object({
  refundRefId: z.string(),
  refundTransId: z.string(),
  bankTranId: z.string(),
  tranId: z.string(),
  amountPoisha: z.number().int(),
  remarks: z.string(),
  status: z.enum(['processing', 'refunded', 'cancelled']),
  at: z.number(),
})
export type Refund = z.infer<typeof Refund>

const Line = z.union([z.object({ session: Session }), z.object({ refund: Refund })])

/** A refusal, with the reason as SSLCommerz words it. */
export class RefusedError extends Error {}

/** "1500.00" → 150000; refuses what SSLCommerz refuses. */
const parseAmount = (amount: string): number => {
  if (!/^\d{1,9}(?:\.\d{1,2})?$/.test(amount)) throw new RefusedError('Invalid Information amount')
  return Math.round(Number(amount) * poishaPerTaka)
}

export type NewSession = {
  tranId: string
  amount: string
  urls: Session['urls']
  valueA: string
  customerNumber: string
}
export type Payment = { number: string; cardType: string; extraPoisha?: number; isPending?: boolean }

type AccountOptions = { stateFile: string; now: () => Date; createId: (prefix: string) => string }

const createStore = async (stateFile: string) => {
  const { journal, lines } = await createJournal(stateFile)
  const sessions = new Map<string, Session>()
  const refunds = new Map<string, Refund>()
  const apply = (line: z.infer<typeof Line>) => {
    if ('session' in line) sessions.set(line.session.sessionkey, line.session)
    else refunds.set(line.refund.refundRefId, line.refund)
  }
  for (const line of lines) apply(Line.parse(line))
  const record = (line: z.infer<typeof Line>) => {
    apply(line)
    journal.append(line)
  }
  return { sessions, refunds, journal, record }
}
type Store = Awaited<ReturnType<typeof createStore>>

/** Creates sessions and takes their money, once each. */
const createSessions = ({ sessions, record }: Store, { now, createId }: AccountOptions) => {
  const change = (session: Session, changes: Partial<Session>): Session => {
    const changed = { ...session, ...changes }
    record({ session: changed })
    return changed
  }
  const create = ({ tranId, amount, urls, valueA, customerNumber }: NewSession): Session => {
    const amountPoisha = parseAmount(amount)
    if (amountPoisha < minPoisha || amountPoisha > maxPoisha)
      throw new RefusedError('Invalid Information total_amount: 10.00 to 500000.00 BDT')
    if (tranId.length > maxTransactionIdLength) throw new RefusedError('Invalid Information tran_id')
    if ([...sessions.values()].some((one) => one.tranId === tranId)) throw new RefusedError('Duplicate tran_id')
    const nothing = { valId: null, bankTranId: null, paidAt: null, validatedAt: null, paidPoisha: 0, payments: 0 }
    const begun = { status: 'UNATTEMPTED', riskLevel: '0', cardType: '', ...nothing } as const
    const sessionkey = createId('').toUpperCase()
    const sent = { tranId, amountPoisha, urls, valueA, customerNumber }
    return change({ sessionkey, ...sent, createdAt: now().getTime(), ...begun }, {})
  }
  /** The bank answers the buyer. */
  const pay = (session: Session, { number, cardType, extraPoisha = 0, isPending = false }: Payment): Session => {
    if (refusedNumbers.has(number)) return change(session, { status: 'FAILED', cardType })
    const before = [...sessions.values()].findLast((one) => one.bankTranId !== null)
    const doubledId = number === listedNumbers.doubled ? before?.bankTranId : null
    const bankTranId = session.bankTranId ?? doubledId ?? createId('bank')
    const valId = createId('val')
    if (isPending || (number === listedNumbers.pending && session.status !== 'PENDING'))
      return change(session, { status: 'PENDING', cardType, bankTranId })
    return change(session, {
      status: 'VALID',
      cardType,
      valId,
      bankTranId,
      paidPoisha: session.amountPoisha + extraPoisha,
      riskLevel: number === listedNumbers.risky ? '1' : '0',
      payments: session.payments + 1,
      paidAt: now().getTime(),
    })
  }
  return { change, create, pay }
}

export type RefundOrder = { bankTranId: string; refundTransId: string; amount: string; remarks: string }

/** Sends money back: a refund is accepted first and done later. */
const createRefunds = ({ sessions, refunds, record }: Store, { now, createId }: AccountOptions) => {
  const refund = ({ bankTranId, refundTransId, amount, remarks }: RefundOrder) => {
    const session = [...sessions.values()].find((one) => one.bankTranId === bankTranId && one.status === 'VALID')
    if (!session) throw new RefusedError('Invalid bank_tran_id')
    const made = [...refunds.values()].filter((one) => one.bankTranId === bankTranId)
    const earlier = made.find((one) => one.refundTransId === refundTransId)
    if (earlier) return { refund: earlier, isNew: false }
    const amountPoisha = parseAmount(amount)
    const sent = made.filter(({ status }) => status !== 'cancelled')
    if (amountPoisha > session.paidPoisha - sent.reduce((sum, one) => sum + one.amountPoisha, 0))
      throw new RefusedError('Refund amount is more than the transaction amount')
    const refundRefId = createId('ref')
    const ids = { refundRefId, refundTransId, bankTranId, tranId: session.tranId }
    const created: Refund = { ...ids, amountPoisha, remarks, status: 'processing', at: now().getTime() }
    record({ refund: created })
    return { refund: created, isNew: true }
  }
  /** What became of a refund: it is done when it is asked for, unless the bank sends it back. */
  const findRefund = (refundRefId: string, isCancelled: boolean): Refund | undefined => {
    const found = refunds.get(refundRefId)
    if (found?.status !== 'processing') return found
    const ended: Refund = { ...found, status: isCancelled ? 'cancelled' : 'refunded' }
    record({ refund: ended })
    return ended
  }
  return { refund, findRefund }
}

/** Opens the account of a state file. */
export const createAccount = async (options: AccountOptions) => {
  const store = await createStore(options.stateFile)
  return {
    ...createSessions(store, options),
    ...createRefunds(store, options),
    flush: () => store.journal.flush(),
    close: () => store.journal.close(),
    listSessions: () => [...store.sessions.values()],
    listRefunds: () => [...store.refunds.values()],
    findSession: (sessionkey: string | null) => store.sessions.get(sessionkey ?? ''),
  }
}
export type Account = Awaited<ReturnType<typeof createAccount>>
