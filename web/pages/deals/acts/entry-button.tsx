import type { ReactNode } from 'react'
import { Link, useRevalidator } from 'react-router'
import { getEntryPath, useEntryLabel } from '#web/components/deals/entry-labels.ts'
import { type Deal, toFirstName } from '#web/components/deals/describe-deal.ts'
import { useApp, useMessages } from '#web/context/app-context.ts'
import { dealActMessages } from '#web/i18n/en/deal-acts.ts'
import type { DealEntry } from '#web/components/deals/deal-entries.ts'
import { useAction } from '#web/ui/forms/use-form-submit.ts'
import { Spinner } from '#web/ui/spinner.tsx'
import { toast } from '#web/ui/toast.ts'

type Props = {
  entry: DealEntry
  deal: Deal
  className: string
  /** Opens the dialog of the entry. */
  onOpen: (entry: DealEntry) => void
  /** An icon before the text. */
  children?: ReactNode
}

/** The call and the success message of an entry that needs no dialog. */
const useDirectAct = (entry: DealEntry, deal: Deal): (() => Promise<string>) | null => {
  const { client } = useApp()
  const messages = useMessages(dealActMessages)
  const params = { id: deal._id }
  switch (entry) {
    case 'agreeMeeting':
      return async () => {
        await client('PUT /deals/:id/meeting', { params, body: { agree: true } })
        return messages.meeting.agreed
      }
    case 'agreePrice':
      return async () => {
        await client('PUT /deals/:id/price', { params, body: { agree: true, price: deal.offeredPrice ?? deal.price } })
        return messages.price.agreed
      }
    case 'confirmChange':
      return async () => {
        await client('PUT /deals/:id/confirm', { params, body: { what: 'change' } })
        return messages.change.success(toFirstName(deal.otherName))
      }
    case 'lowerPrice':
      return async () => {
        await client('PUT /deals/:id/confirm', { params, body: { what: 'lower_price', price: deal.salePrice } })
        return messages.lowerPrice.success
      }
    default:
      return null
  }
}

/** One thing that a member may do: a link, an act that is sent at once, or a button that opens a dialog. */
export const EntryButton = ({ entry, deal, className, onOpen, children }: Props) => {
  const label = useEntryLabel(entry, deal)
  const act = useDirectAct(entry, deal)
  const { revalidate } = useRevalidator()
  const [isBusy, run] = useAction()
  const path = getEntryPath(entry, deal._id)
  if (path !== null)
    return (
      <Link className={className} to={path} reloadDocument={entry === 'pay' || entry === 'payRest'}>
        {children}
        {label}
      </Link>
    )
  const send = (sendAct: () => Promise<string>) =>
    run(async () => {
      toast.success(await sendAct())
      await revalidate()
    })
  return (
    <button className={className} type="button" aria-busy={isBusy} onClick={() => (act ? send(act) : onOpen(entry))}>
      {isBusy ? <Spinner size={18} className="wheel-in" /> : children}
      {label}
    </button>
  )
}
