import { useState } from 'react'
import { useRevalidator } from 'react-router'
import { type Deal, toFirstName } from '#web/components/deals/describe-deal.ts'
import { toDisplayError } from '#web/context/display-error.ts'
import { useApp, useMessages } from '#web/context/app-context.ts'
import { dealReasonMessages } from '#web/i18n/en/deal-reasons.ts'
import { Confirm } from '#web/ui/confirm.tsx'
import { Note } from '#web/ui/note.tsx'
import { toast } from '#web/ui/toast.ts'
import { listReasons } from './list-reasons.ts'

/** What the other side chose and wrote when it declined or cancelled. */
export const CloseReason = ({ deal }: { deal: Deal }) => {
  const messages = useMessages(dealReasonMessages)
  const lines = listReasons(deal, messages)
  if (lines.length === 0) return null
  return (
    <Note>
      {lines.map(({ label, words, isOwn }) => (
        <span key={label}>
          {label} <span dir={isOwn ? 'auto' : undefined}>{words}</span>{' '}
        </span>
      ))}
    </Note>
  )
}

/** Asks a seller who declined or cancelled because the bike is sold or not for sale any more to take it off the market; it is done only when asked for. */
export const OffMarket = ({ deal }: { deal: Deal }) => {
  const { offMarket } = useMessages(dealReasonMessages)
  const { client } = useApp()
  const { revalidate } = useRevalidator()
  const [isAsking, setIsAsking] = useState(false)
  if (!deal.isStillListed) return null
  const send = async () => {
    await client('DELETE /allbikes/:id', { params: { id: deal.productId } })
    toast.success(offMarket.success)
    await revalidate()
  }
  const toText = deal.closeChoice === 'keep' ? offMarket.keepText : offMarket.text
  return (
    <div className="panel">
      <p>{toText(toFirstName(deal.otherName))}</p>
      <button className="btn btn--line" type="button" onClick={() => setIsAsking(true)}>
        {offMarket.button}
      </button>
      {isAsking && (
        <Confirm
          heading={offMarket.heading}
          text={offMarket.ask}
          labels={{ confirm: offMarket.button, busy: offMarket.busy, cancel: offMarket.keep }}
          onConfirm={() => send().catch((error: unknown) => toast.error(toDisplayError(error).message))}
          onClose={() => setIsAsking(false)}
        />
      )}
    </div>
  )
}
