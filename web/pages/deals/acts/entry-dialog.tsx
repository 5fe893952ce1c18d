import { useRevalidator } from 'react-router'
import { toFirstName } from '#web/components/deals/describe-deal.ts'
import { toDisplayError } from '#web/context/display-error.ts'
import { useApp, useFormat, useMessages } from '#web/context/app-context.ts'
import { dealActMessages } from '#web/i18n/en/deal-acts.ts'
import type { DealEntry } from '#web/components/deals/deal-entries.ts'
import { Confirm } from '#web/ui/confirm.tsx'
import { toast } from '#web/ui/toast.ts'
import type { DialogProps } from '#web/components/deals/act-dialog.tsx'
import { AcceptDialog, DeclineDialog, MeetingDialog } from './answer-dialogs.tsx'
import { CancelDialog } from './cancel-dialog.tsx'
import { CashDialog, CashSaleAnswerDialog, CashSaleDialog, ContactDialog, PriceDialog } from './money-dialogs.tsx'
import { OutcomeDialog } from './outcome-dialog.tsx'

/** Asks before an act that cannot be undone; an error is shown as a toast. */
const ConfirmAct = ({
  entry,
  deal,
  onClose,
}: Pick<DialogProps, 'deal' | 'onClose'> & { entry: 'fine' | 'withdraw' }) => {
  const { fine, withdraw } = useMessages(dealActMessages)
  const { client } = useApp()
  const { taka } = useFormat()
  const { revalidate } = useRevalidator()
  const name = toFirstName(deal.otherName)
  const { heading, confirm, busy, cancel } = entry === 'fine' ? fine : withdraw
  const params = { id: deal._id }
  const cash = deal.acts.includes('confirm_cash') ? deal.cash : null
  const fineText = cash === null ? fine.text(name) : `${fine.text(name)} ${fine.cash(name, taka(cash))}`
  const send = async () => {
    const body = { outcome: 'everything_fine' as const, ...(cash !== null && { cash }) }
    if (entry === 'fine') await client('PUT /deals/:id/outcome', { params, body })
    else await client('PUT /deals/:id/problem', { params, body: { withdraw: true } })
    toast.success(entry === 'fine' ? fine.success(name) : withdraw.success)
    await revalidate()
  }
  return (
    <Confirm
      heading={heading}
      text={entry === 'fine' ? fineText : withdraw.text}
      labels={{ confirm, busy, cancel }}
      onConfirm={() => send().catch((error: unknown) => toast.error(toDisplayError(error).message))}
      onClose={onClose}
      isUsual={entry === 'fine'}
    />
  )
}

/** The dialog of an entry. */
export const EntryDialog = ({ entry, ...props }: DialogProps & { entry: DealEntry }) => {
  switch (entry) {
    case 'accept':
      return <AcceptDialog {...props} />
    case 'decline':
      return <DeclineDialog {...props} />
    case 'propose':
      return <MeetingDialog {...props} />
    case 'cancel':
      return <CancelDialog {...props} />
    case 'outcome':
      return <OutcomeDialog {...props} />
    case 'price':
      return <PriceDialog {...props} />
    case 'cash':
      return <CashDialog {...props} />
    case 'cashSale':
      return <CashSaleDialog {...props} />
    case 'answerCashSale':
      return <CashSaleAnswerDialog {...props} />
    case 'book':
    case 'contact':
      return <ContactDialog {...props} />
    case 'fine':
    case 'withdraw':
      return <ConfirmAct entry={entry} {...props} />
    default:
      return null
  }
}
