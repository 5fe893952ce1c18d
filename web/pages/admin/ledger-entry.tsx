import type { ReactNode } from 'react'
import type { z } from 'zod'
import type { LedgerEntry } from '#contract/admin/deals.ts'
import { useFormat, useMessages } from '#web/context/app-context.ts'
import { adminListMessages } from '#web/i18n/en/admin-lists.ts'

const poishaPerTaka = 100

/** An account in words: the kind, and of the accounts of a deal or a member nothing more. */
export const useAccountName = () => {
  const { accounts } = useMessages(adminListMessages)
  return (account: string): string => accounts[account] ?? accounts[account.split(':')[0] ?? ''] ?? account
}

/** The lines of an entry, in Taka: above zero is what the shop has, below zero what it owes. */
export const EntryLines = ({ lines }: { lines: readonly { account: string; poisha: number }[] }) => {
  const { taka } = useFormat()
  const toName = useAccountName()
  return (
    <dl className="one-record__lines">
      {lines.flatMap(({ account, poisha }) => [
        <dt key={account}>{toName(account)}</dt>,
        <dd className="num" key={`${account} taka`}>
          {poisha < 0 ? `−${taka(-poisha / poishaPerTaka)}` : `+${taka(poisha / poishaPerTaka)}`}
        </dd>,
      ])}
    </dl>
  )
}

/** One fact of a record. */
export const Fact = ({ name, children }: { name: string; children: ReactNode }) => (
  <div>
    <dt>{name}</dt>
    <dd>{children}</dd>
  </div>
)

/** Entries of the ledger with their lines. */
export const Entries = ({ entries }: { entries: readonly z.output<typeof LedgerEntry>[] }) => {
  const { deals, causes } = useMessages(adminListMessages)
  const { moment } = useFormat()
  return (
    <section aria-labelledby="entries">
      <h2 id="entries">{deals.entries}</h2>
      {entries.length === 0 && <p>{deals.noEntries}</p>}
      <ul className="one-record__list">
        {entries.map(({ _id, cause, at, lines }) => (
          <li key={_id}>
            <b>{causes[cause] ?? cause}</b>
            <small>
              <time dateTime={at}>{moment(at)}</time>
            </small>
            <EntryLines lines={lines} />
          </li>
        ))}
      </ul>
    </section>
  )
}
