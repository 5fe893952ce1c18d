// The sandbox's memory: maps of what there is now, rebuilt from the journal when it opens.
import { openJournal } from './journal.ts'
import { Change } from './schemas.ts'
import type { Charge, Dispute, Intent, KeptAnswer, PaymentMethod, Refund, StripeEvent } from './schemas.ts'

type Shelves = {
  methods: Map<string, { value: PaymentMethod; card: string }>
  intents: Map<string, Intent>
  charges: Map<string, Charge>
  refunds: Map<string, Refund>
  disputes: Map<string, Dispute>
  events: Map<string, StripeEvent>
  undelivered: Map<string, StripeEvent>
  answers: Map<string, KeptAnswer>
}

export type Ledger = Readonly<{ [Name in keyof Shelves]: ReadonlyMap<string, ValueOf<Shelves[Name]>> }> & {
  /** Applies the changes together and queues them for the journal as one line. */
  write(changes: Change[]): void
  /** Resolves when everything written so far would survive a crash. */
  durable(): Promise<void>
  close(): Promise<void>
}

type ValueOf<Shelf> = Shelf extends Map<string, infer Value> ? Value : never

/** Opens the ledger kept in `stateFile`. Refuses a file that holds anything but its own lines. */
export async function openLedger(stateFile: string): Promise<Ledger> {
  const { journal, lines } = await openJournal(stateFile)
  const shelves = emptyShelves()
  const history = Change.array().array().safeParse(lines)
  if (!history.success) {
    await journal.close()
    throw new Error(`${stateFile} is not a journal of this card sandbox: remove the file to start afresh.`, {
      cause: history.error,
    })
  }
  for (const changes of history.data) applyAll(shelves, changes)

  return {
    ...shelves,
    write(changes) {
      if (changes.length === 0) return
      applyAll(shelves, changes)
      journal.append(changes)
    },
    durable: () => journal.settled(),
    close: () => journal.close(),
  }
}

function emptyShelves(): Shelves {
  return {
    methods: new Map(),
    intents: new Map(),
    charges: new Map(),
    refunds: new Map(),
    disputes: new Map(),
    events: new Map(),
    undelivered: new Map(),
    answers: new Map(),
  }
}

function applyAll(shelves: Shelves, changes: Change[]) {
  for (const change of changes) apply(shelves, change)
}

function apply(shelves: Shelves, change: Change) {
  switch (change.kind) {
    case 'method':
      shelves.methods.set(change.value.id, { value: change.value, card: change.card })
      break
    case 'intent':
      shelves.intents.set(change.value.id, change.value)
      break
    case 'charge':
      shelves.charges.set(change.value.id, change.value)
      break
    case 'refund':
      shelves.refunds.set(change.value.id, change.value)
      break
    case 'dispute':
      shelves.disputes.set(change.value.id, change.value)
      break
    case 'answer':
      shelves.answers.set(change.value.key, change.value)
      break
    case 'delivered':
      shelves.undelivered.delete(change.eventId)
      break
    case 'event':
      shelves.events.set(change.value.id, change.value)
      shelves.undelivered.set(change.value.id, change.value)
  }
}
