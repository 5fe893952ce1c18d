import type { ReactNode } from 'react'
import { Link, useRevalidator } from 'react-router'
import { toDealPath, toDealPayPath } from '#web/components/deals/deal-paths.ts'
import { type Deal, toFirstName } from '#web/components/deals/describe-deal.ts'
import { useApp, useFormat, useMessages } from '#web/context/app-context.ts'
import { dealActMessages } from '#web/i18n/en/deal-acts.ts'
import { dealMessages } from '#web/i18n/en/deals.ts'
import type { DealEntry } from '#web/pages/deals/deal-entries.ts'
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

/** The text of each button. */
const useEntryLabel = (entry: DealEntry, deal: Deal): string => {
  const { buttons } = useMessages(dealActMessages)
  const { times } = useMessages(dealMessages)
  const { taka } = useFormat()
  const isMyTurn = deal.side === 'buyer' && deal.turnUntil !== null
  switch (entry) {
    case 'agreeMeeting':
      return buttons.agree(deal.proposedMeetAt === null ? '' : times.at(deal.proposedMeetAt))
    case 'agreePrice':
      return buttons.agreePrice(taka(deal.offeredPrice ?? deal.price))
    case 'book':
      return buttons.book(taka(deal.price))
    case 'lowerPrice':
      return buttons.lowerPrice(taka(deal.salePrice))
    case 'propose':
      return deal.meetAt === null && deal.proposedMeetAt === null ? buttons.propose : buttons.changeTime
    case 'pay':
      return isMyTurn ? buttons.takeBike : buttons.pay
    case 'cancel':
      if (deal.side !== 'buyer' || deal.paid > 0) return buttons.cancel
      return isMyTurn ? buttons.pass : deal.linePlace === null ? buttons.cancelBooking : buttons.leaveLine
    default:
      return buttons[entry]
  }
}

/** The path of an entry that is a screen of its own. */
const getEntryPath = (entry: DealEntry, id: string): string | null => {
  switch (entry) {
    case 'pay':
    case 'payRest':
      return toDealPayPath(id)
    case 'code':
      return toDealPath(id, 'code')
    case 'handOver':
      return toDealPath(id, 'handover')
    case 'problem':
    case 'evidence':
      return toDealPath(id, 'problem')
    case 'receipt':
      return toDealPath(id, 'receipt')
    default:
      return null
  }
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
