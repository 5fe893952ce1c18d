import { useRef, type KeyboardEvent, type ReactNode } from 'react'
import { useMessages } from '#web/context/app-context.ts'
import { walletMessages } from '#web/i18n/en/wallets.ts'

export type Way = 'card' | 'bkash' | 'sslcommerz'
/** A way to pay, with the most that it takes at once in Taka. */
export type WayOption = { way: Way; max: number }

type Props = {
  ways: readonly WayOption[]
  chosen: Way
  isBusy: boolean
  onChoose: (way: Way) => void
  children: ReactNode
}

/** The ways to pay as tabs above the form of the chosen one; without a choice the form alone. */
export const WayTabs = ({ ways, chosen, isBusy, onChoose, children }: Props) => {
  const messages = useMessages(walletMessages)
  const list = useRef<HTMLDivElement>(null)
  if (ways.length < 2) return children
  const move = (event: KeyboardEvent) => {
    const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key]
    const at = ways.findIndex(({ way }) => way === chosen)
    const next = step && ways[(at + step + ways.length) % ways.length]
    if (!next || isBusy) return
    onChoose(next.way)
    list.current?.querySelector<HTMLElement>(`#way-${next.way}`)?.focus()
  }
  return (
    <>
      <h2 className="h3" id="ways-heading">
        {messages.how}
      </h2>
      <div className="ways" role="tablist" tabIndex={-1} aria-labelledby="ways-heading" ref={list} onKeyDown={move}>
        {ways.map(({ way }) => (
          <button
            key={way}
            id={`way-${way}`}
            className="ways__tab"
            type="button"
            role="tab"
            aria-selected={way === chosen}
            aria-controls="way-panel"
            tabIndex={way === chosen ? 0 : -1}
            disabled={isBusy && way !== chosen}
            onClick={() => way !== chosen && onChoose(way)}
          >
            {messages.ways[way]}
          </button>
        ))}
      </div>
      <div id="way-panel" role="tabpanel" aria-labelledby={`way-${chosen}`}>
        {children}
      </div>
    </>
  )
}
