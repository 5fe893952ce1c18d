import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { paperOpeningMinutes } from '#contract/time/lifetimes.ts'
import { EmptyState } from '#web/components/empty-state.tsx'
import { useFormat } from '#web/context/app-context.ts'
import { QueueKeysSwitch } from '#web/ui/forms/queue-keys.tsx'

type QueueWords = {
  list: string
  keys: string
  empty: string
  emptyText: string
  openHint: (minutes: string) => string
  more: string
  open: string
  /** Who reads it now. */
  read: (name: string) => string
}

/** What waits, with the colleague who reads it. */
type Waiting = { _id: string; openedBy: string | null }

type Props<Item extends Waiting> = {
  words: QueueWords
  items: Item[]
  /** The way to the next page; null on the last one. */
  morePath: string | null
  isBusy: boolean
  /** What says which one it is, above its button, and the name of that button. */
  describe: (item: Item) => { text: ReactNode; openLabel: string }
  onOpen: (id: string) => Promise<void>
  /** What is open, beside the list. */
  opened: ReactNode
}

/** The list of what waits for a check, the one that waits longest first, and beside it what a moderator has open. */
export const EvidenceQueue = <Item extends Waiting>(props: Props<Item>) => {
  const { words, items, morePath, isBusy, describe, onOpen, opened } = props
  const { digits } = useFormat()
  // One that a colleague reads is not the next one.
  const next = opened === null ? items.find(({ openedBy }) => openedBy === null) : undefined
  return (
    <>
      {(items.length > 0 || opened !== null) && <QueueKeysSwitch label={words.keys} />}
      <div className={opened === null ? 'queue' : 'queue queue--one'}>
        <section aria-label={words.list}>
          {items.length === 0 ? (
            <EmptyState heading={words.empty} action={null}>
              {words.emptyText}
            </EmptyState>
          ) : (
            <p className="hint">{words.openHint(digits(paperOpeningMinutes))}</p>
          )}
          <ul className="dl">
            {items.map((item) => {
              const { text, openLabel } = describe(item)
              return (
                <li key={item._id} className="panel case">
                  {text}
                  {item.openedBy !== null && (
                    <p>
                      <span className="badge badge--warn">{words.read(item.openedBy)}</span>
                    </p>
                  )}
                  <div className="acts">
                    <button
                      className={`btn ${item === next ? 'btn--primary' : 'btn--line'}`}
                      type="button"
                      aria-label={openLabel}
                      disabled={isBusy}
                      onClick={() => void onOpen(item._id)}
                    >
                      {words.open}
                    </button>
                  </div>
                </li>
              )
            })}
          </ul>
          {morePath !== null && (
            <Link className="btn btn--line" to={morePath}>
              {words.more}
            </Link>
          )}
        </section>
        {opened}
      </div>
    </>
  )
}
