import { ShieldCheck } from 'lucide'
import { Link } from 'react-router'
import type { z } from 'zod'
import { listMoneyRules, listPayPurposes } from '#contract/deals/money-rules.ts'
import type { Deal, MoneyRule } from '#contract/deals/deals.ts'
import type { Client } from '#contract/client.ts'
import { toFirstName } from '#web/components/deals/describe-deal.ts'
import { useFormat, useMessages } from '#web/context/app-context.ts'
import { moneyMessages } from '#web/i18n/en/money.ts'
import { Icon } from '#web/ui/icon.tsx'
import { PayBar } from './pay-bar.tsx'
import { toBookingFragment } from '#web/lib/bike.ts'
import { getPurchaseState, type Purchase } from '#web/lib/purchase.ts'
import { VerifiedBadge } from '#web/ui/verified-badge.tsx'

export type Purpose = 'full' | 'deposit' | 'rest'

/** What may be paid for a purchase now, each with its amount in Taka, and what happens with the money. */
export type PayOptions = {
  /** Null for a wish without a deal that goes on: paying begins one. */
  deal: z.output<typeof Deal> | null
  /** When the deal was read. */
  nowMs: number
  purposes: readonly Purpose[]
  amounts: Record<Purpose, number>
  rules: Record<'full' | 'deposit', z.output<typeof MoneyRule>[]>
  /** What was paid for the deal until now. */
  payments: Purchase['payments']
  /** What is left of a held deal, in Taka. */
  restTaka: number
}

/** What may be paid for a saved bike that nobody has booked, and what would come back: as for its order. */
const toWishOptions = (purchase: Purchase, nowMs: number): PayOptions | null => {
  const { salePrice: priceTaka, offer } = purchase
  if (!offer || getPurchaseState(purchase) !== 'payable') return null
  const { deposit: depositTaka, isFirstTime } = offer
  const toRules = (paidTaka: number) => listMoneyRules({ priceTaka }, { paidTaka, isPromised: false, isFirstTime })
  return {
    deal: null,
    nowMs,
    purposes: listPayPurposes({ priceTaka, depositTaka }),
    amounts: { full: priceTaka, deposit: depositTaka, rest: 0 },
    rules: { full: toRules(priceTaka), deposit: toRules(depositTaka) },
    payments: [],
    restTaka: 0,
  }
}

/** Fetches what may be paid; null for a wish without a deal that goes on while it cannot be paid. */
export const fetchPayOptions = async (client: Client, purchase: Purchase): Promise<PayOptions | null> => {
  const { dealId, from, paid, refunded } = purchase
  if (dealId === null) return toWishOptions(purchase, Date.now())
  const params = { id: dealId }
  const [deal, rules] = await Promise.all([
    client('GET /deals/:id', { params }),
    client('GET /deals/:id/rules', { params }),
  ])
  const hasEnded = from === 'wish' && deal.state === 'closed' && !paid && !refunded
  if (hasEnded) return toWishOptions(purchase, Date.now())
  const purposes = (['deposit', 'full', 'rest'] as const).filter((purpose) => deal.acts.includes(`pay_${purpose}`))
  const amounts = { full: deal.price, deposit: deal.deposit, rest: deal.rest }
  const { payments } = deal
  return {
    deal,
    nowMs: Date.now(),
    purposes,
    amounts,
    rules,
    payments,
    restTaka: deal.state === 'held' ? deal.rest : 0,
  }
}

const dayMs = 24 * 3_600_000

/** Whether it is too late to cancel with all of the money back. */
const isLate = ({ deal, nowMs }: PayOptions): boolean =>
  deal !== null && deal.meetAt !== null && new Date(deal.meetAt).getTime() - nowMs < dayMs

const Choice = ({ purpose, options, chosen, isBusy, onChoose }: ChoiceProps & { purpose: 'deposit' | 'full' }) => {
  const { pay } = useMessages(moneyMessages)
  const { taka } = useFormat()
  const rest = taka(options.amounts.full - options.amounts.deposit)
  const isKept = options.deal?.state === 'accepted'
  const depositHint = isKept ? pay.depositHintAccepted(rest) : pay.depositHint(rest)
  const hint = purpose === 'deposit' ? depositHint : pay.fullHint
  return (
    <label className="pick">
      <input
        type="radio"
        name="purpose"
        value={purpose}
        checked={chosen === purpose}
        disabled={isBusy}
        onChange={() => onChoose(purpose)}
      />
      <span>
        {pay[purpose]} <b className="num">{taka(options.amounts[purpose])}</b> <small>{hint}</small>
      </span>
    </label>
  )
}

type ChoiceProps = { options: PayOptions; chosen: Purpose; isBusy: boolean; onChoose: (purpose: Purpose) => void }

const Seller = ({ name, isVerified }: { name: string; isVerified: boolean }) => {
  const { pay } = useMessages(moneyMessages)
  return (
    <p>
      {pay.seller} <b>{name}</b> <VerifiedBadge isVerified={isVerified} />
    </p>
  )
}

/** How much is paid now, and what comes back in which case: shown before anything is paid. */
export const PayChoice = ({
  purchase: { offer, slug, trust },
  options,
  chosen,
  isBusy,
  onChoose,
  onContinue,
}: ChoiceProps & { purchase: Pick<Purchase, 'offer' | 'slug' | 'trust'>; onContinue: () => void }) => {
  const { pay } = useMessages(moneyMessages)
  const { taka } = useFormat()
  const sellerName = options.deal?.otherName ?? offer?.sellerName
  const choices = (['deposit', 'full'] as const).filter((purpose) => options.purposes.includes(purpose))
  const allRules = chosen === 'rest' ? options.rules.full : options.rules[chosen]
  const rules = isLate(options) ? allRules.filter((rule) => rule.case !== 'buyer_cancels_early') : allRules
  const toCase = (name: (typeof rules)[number]['case']) => {
    if (name === 'seller_declines') return pay.sellerDeclines(toFirstName(sellerName ?? ''))
    return name === 'buyer_cancels_late' && isLate(options) ? pay.cancelledNow : pay.cases[name]
  }
  return (
    <div className="deal__main pay__choice">
      {sellerName !== undefined && (
        <Seller name={sellerName} isVerified={options.deal?.isOtherVerified ?? trust?.verification ?? false} />
      )}
      {options.deal?.state === 'requested' && <p>{pay.notAnswered(toFirstName(options.deal.otherName))}</p>}
      {choices.length > 1 && (
        <fieldset className="field">
          <legend>{pay.howMuch}</legend>
          <div className="stack">
            {choices.map((purpose) => (
              <Choice key={purpose} {...{ purpose, options, chosen, isBusy, onChoose }} />
            ))}
          </div>
        </fieldset>
      )}
      {!options.purposes.includes('full') && options.purposes.includes('deposit') && (
        <p className="hint">{pay.tooMuch}</p>
      )}
      {options.deal === null && slug !== undefined && (
        <p>
          {pay.freeFirst}{' '}
          <Link className="link" to={`/bikes/${slug}${toBookingFragment(slug)}`}>
            {pay.bookFirst}
          </Link>
        </p>
      )}
      <table className="back">
        <caption>{chosen === 'rest' ? pay.backWithRest : pay.back}</caption>
        <tbody>
          {rules.map((rule) => (
            <tr key={rule.case}>
              <th scope="row">{toCase(rule.case)}</th>
              <td>
                {rule.toBuyer > 0 && <span className="num">{pay.allBack(taka(rule.toBuyer))}</span>}
                {rule.toBuyer > 0 && rule.toSeller > 0 && <br />}
                {rule.toSeller > 0 && <span className="num">{pay.toSeller(taka(rule.toSeller))}</span>}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      <p className="note note--good">
        <Icon of={ShieldCheck} size={20} />
        <span>{pay.protection}</span>
      </p>
      <PayBar amountTaka={options.amounts[chosen]} onContinue={onContinue} />
    </div>
  )
}
