import { useCallback, useEffect, useState } from 'react'
import { cancelChoices } from '#contract/deals/close-choices.ts'
import { type Deal, toFirstName } from '#web/components/deals/describe-deal.ts'
import { useApp, useFormat, useMessages } from '#web/context/app-context.ts'
import { toLoadResult, type LoadResult } from '#web/context/display-error.ts'
import { dealActMessages } from '#web/i18n/en/deal-acts.ts'
import { dealMessages } from '#web/i18n/en/deals.ts'
import { getFormText } from '#web/lib/get-form-text.ts'
import { ErrorNote, Note } from '#web/ui/note.tsx'
import { ActDialog, type DialogProps } from '#web/components/deals/act-dialog.tsx'
import { ReasonChoices } from './reason-choices.tsx'

/** What cancelling gives back to the buyer now, in Taka: null while it is loading, 0 for a deal without a payment. */
const useCancelTaka = (deal: Deal) => {
  const { client } = useApp()
  const [result, setResult] = useState<LoadResult<number> | null>(deal.paid === 0 ? { ok: true, value: 0 } : null)
  const { _id: id, paid } = deal
  const load = useCallback(() => {
    const fetchTaka = async () => (await client('GET /deals/:id/rules', { params: { id } })).cancelNow
    void toLoadResult(fetchTaka()).then(setResult)
  }, [client, id])
  useEffect(() => {
    if (paid > 0) load()
  }, [load, paid])
  return { result, retry: load }
}

/** What happens to the bike when its seller cancels. */
const ForSaleAgain = ({ deal }: { deal: Deal }) => {
  const { cancel, nextInLine } = useMessages(dealActMessages)
  return deal.lineLength > 1 ? `${cancel.whenSeller} ${nextInLine}` : cancel.whenSeller
}

/** Amounts first: what was paid, what the seller keeps, what the buyer gets back. */
const Amounts = ({ deal, backTaka }: { deal: Deal; backTaka: number }) => {
  const { cancel, buttons } = useMessages(dealActMessages)
  const { taka } = useFormat()
  const name = toFirstName(deal.otherName)
  const isBuyer = deal.side === 'buyer'
  const keptTaka = deal.paid - backTaka
  const mayNotLike = isBuyer && keptTaka > 0 && deal.acts.includes('say_no_deal')
  return (
    <>
      {mayNotLike && <Note>{cancel.seen(name, buttons.notBought(name))}</Note>}
      {isBuyer && keptTaka > 0 && <p className="lead">{cancel.late}</p>}
      <dl className="sums num">
        <div>
          <dt>{isBuyer ? cancel.paid : cancel.buyerPaid(name)}</dt>
          <dd>{taka(deal.paid)}</dd>
        </div>
        {isBuyer && keptTaka > 0 && (
          <div>
            <dt>{cancel.sellerGets(name)}</dt>
            <dd>{taka(keptTaka)}</dd>
          </div>
        )}
        <div className="total">
          <dt>{isBuyer ? cancel.back : cancel.buyerBack(name)}</dt>
          <dd>{taka(backTaka)}</dd>
        </div>
      </dl>
      <p className="hint">{isBuyer ? cancel.when : <ForSaleAgain deal={deal} />}</p>
    </>
  )
}

const Consequence = ({ deal, backTaka }: { deal: Deal; backTaka: number | null }) => {
  const { cancel } = useMessages(dealActMessages)
  if (deal.paid === 0)
    return <p className="lead">{deal.side === 'buyer' ? cancel.unpaid : <ForSaleAgain deal={deal} />}</p>
  if (backTaka === null) return <p role="status">{cancel.loading}</p>
  return <Amounts deal={deal} backTaka={backTaka} />
}

/** Cancels a deal: the amounts, then why. The server refuses an amount that has changed meanwhile. */
export const CancelDialog = ({ deal, onClose }: DialogProps) => {
  const { cancel, keep, buttons } = useMessages(dealActMessages)
  const { retry: retryText } = useMessages(dealMessages)
  const { client } = useApp()
  const { taka } = useFormat()
  const { result, retry } = useCancelTaka(deal)
  const backTaka = result?.ok === true ? result.value : null
  const isBuyer = deal.side === 'buyer'
  const isPaid = deal.paid > 0
  const reasons: Readonly<Record<string, string>> = isBuyer ? cancel.reasonsBuyer : cancel.reasonsSeller
  const send = async (form: FormData) => {
    const chosen = getFormText(form, 'why')
    const choice = cancelChoices[isBuyer ? 'buyer' : 'seller'].find((one) => one === chosen)
    const { refund } = await client('POST /deals/:id/cancel', {
      params: { id: deal._id },
      body: {
        ...(choice !== undefined && { choice }),
        ...(chosen === 'sold' && { soldElsewhere: true }),
        ...(isPaid && backTaka !== null && { expectedRefund: backTaka }),
      },
    })
    return refund > 0 ? cancel.successBack(taka(refund)) : cancel.success
  }
  const isPriceRefused = isBuyer && deal.bookUntil !== null
  const submit = isPriceRefused ? buttons.refusePrice : isBuyer ? cancel.submit : cancel.submitDeal
  const heading = isPriceRefused ? cancel.headingPrice : isBuyer && !isPaid ? cancel.heading : cancel.headingDeal
  return (
    <ActDialog
      heading={heading}
      submit={isBuyer && backTaka !== null && backTaka > 0 ? cancel.submitBack(taka(backTaka)) : submit}
      send={send}
      onClose={onClose}
      closeText={keep}
      isDanger
    >
      {() => (
        <>
          {result?.ok === false ? (
            <ErrorNote message={result.message} retry={retryText} onRetry={retry} />
          ) : (
            <Consequence deal={deal} backTaka={backTaka} />
          )}
          <ReasonChoices name="why" legend={cancel.why} choices={reasons} />
        </>
      )}
    </ActDialog>
  )
}
