// The sandbox's state: maps in memory, rebuilt from the journal at the start.
import { createJournal } from './journal.ts'
import { Change } from './schemas.ts'
import type { BalanceTransaction, Payout } from './balance-schemas.ts'
import type { Charge, Dispute, Intent, StoredResponse, PaymentMethod, Refund, StripeEvent } from './schemas.ts'

type LedgerMaps = {
  methods: Map<string, { value: PaymentMethod; card: string }>
  intents: Map<string, Intent>
  charges: Map<string, Charge>
  refunds: Map<string, Refund>
  disputes: Map<string, Dispute>
  balanceTransactions: Map<string, BalanceTransaction>
  payouts: Map<string, Payout>
  events: Map<string, StripeEvent>
  undelivered: Map<string, StripeEvent>
  storedResponses: Map<string, StoredResponse>
}

export type Ledger = Readonly<{ [Name in keyof LedgerMaps]: ReadonlyMap<string, MapValue<LedgerMaps[Name]>> }> & {
  /** Applies the changes together and appends them to the journal as one line. */
  write(changes: Change[]): void
  /** Resolves when everything appended so far is on disk. */
  flush(): Promise<void>
  close(): Promise<void>
}

type MapValue<MapType> = MapType extends Map<string, infer Value> ? Value : never

/** Opens the ledger of `stateFile`. Refuses a file with other content. */
export async function createLedger(stateFile: string): Promise<Ledger> {
  const { journal, lines } = await createJournal(stateFile)
  const maps = createLedgerMaps()
  const history = Change.array().array().safeParse(lines)
  if (!history.success) {
    await journal.close()
    throw new Error(`${stateFile} is not a journal of the card sandbox. Remove it to start with an empty account.`, {
      cause: history.error,
    })
  }
  for (const changes of history.data) applyChanges(maps, changes)

  return {
    ...maps,
    write(changes) {
      if (changes.length === 0) return
      applyChanges(maps, changes)
      journal.append(changes)
    },
    flush: () => journal.flush(),
    close: () => journal.close(),
  }
}

function createLedgerMaps(): LedgerMaps {
  return {
    methods: new Map(),
    intents: new Map(),
    charges: new Map(),
    refunds: new Map(),
    disputes: new Map(),
    balanceTransactions: new Map(),
    payouts: new Map(),
    events: new Map(),
    undelivered: new Map(),
    storedResponses: new Map(),
  }
}

function applyChanges(maps: LedgerMaps, changes: Change[]) {
  for (const change of changes) applyChange(maps, change)
}

function applyChange(maps: LedgerMaps, change: Change) {
  switch (change.kind) {
    case 'method':
      maps.methods.set(change.value.id, { value: change.value, card: change.card })
      break
    case 'intent':
      maps.intents.set(change.value.id, change.value)
      break
    case 'charge':
      maps.charges.set(change.value.id, change.value)
      break
    case 'refund':
      maps.refunds.set(change.value.id, change.value)
      break
    case 'dispute':
      maps.disputes.set(change.value.id, change.value)
      break
    case 'balance':
      maps.balanceTransactions.set(change.value.id, change.value)
      break
    case 'payout':
      maps.payouts.set(change.value.id, change.value)
      break
    case 'answer':
      maps.storedResponses.set(change.value.key, change.value)
      break
    case 'delivered':
      maps.undelivered.delete(change.eventId)
      break
    case 'event':
      maps.events.set(change.value.id, change.value)
      maps.undelivered.set(change.value.id, change.value)
  }
}
