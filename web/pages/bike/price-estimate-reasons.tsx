import { ChevronDown, TriangleAlert } from 'lucide'
import { Link } from 'react-router'
import type { z } from 'zod'
import { priceRules } from '#contract/limits.ts'
import type { PriceEstimate as WorthShape } from '#contract/price-estimates.ts'
import { toGuidePath } from '#web/lib/guide-path.ts'
import { Icon } from '#web/ui/icon.tsx'
import { priceEstimateMessages as estimateMessages } from '#web/i18n/en/price-estimates.ts'
import { getKeptTaka } from '#web/lib/kept-price.ts'
import { useMessages, useFormat } from '#web/context/app-context.ts'
import { SimilarList } from '#web/components/similar-list.tsx'
import { Bars } from '#web/components/price-estimate-badge.tsx'
import { priceBadgeMessages } from '#web/i18n/en/price-badge.ts'
import { SentenceWithName } from '#web/ui/sentence-with-name.tsx'
import { PriceEstimateChart } from './price-estimate-chart.tsx'

export type PriceEstimate = z.output<typeof WorthShape>

const Warning = () => {
  const messages = useMessages(estimateMessages)
  return (
    <p className="note note--warn worth__warning">
      <Icon of={TriangleAlert} size={20} />
      <span>{messages.warning}</span>
    </p>
  )
}

const Explanation = ({ priceEstimate }: { priceEstimate: PriceEstimate }) => {
  const messages = useMessages(estimateMessages)
  const { count, digits } = useFormat()
  const { reasons } = messages
  return (
    <details className="folded worth__how">
      <summary>
        <b>{messages.explanation}</b>
        <Icon of={ChevronDown} size={20} />
      </summary>
      <ul>
        <li>{reasons.sameModel}</li>
        <li>
          {reasons.adjusted(digits(priceEstimate.yearlyLossPercent), digits(priceEstimate.doubleKilometresPercent))}
        </li>
        <li>{reasons.sellers(count(priceEstimate.sellers))}</li>
        <li>{priceEstimate.sold > 0 ? reasons.sold(count(priceEstimate.sold)) : reasons.noneSold}</li>
        {!priceEstimate.kilometresKnown && <li>{reasons.kilometres}</li>}
      </ul>
      <h3 className="worth__similar">{messages.similar}</h3>
      <SimilarList bikes={priceEstimate.similar} />
    </details>
  )
}

/** What the price tag says of the price: the verdict and the distance to the middle in Taka, a warning, or nothing. */
export const usePriceTagFoot = (priceEstimate: PriceEstimate | null) => {
  const messages = useMessages(estimateMessages)
  const { verdicts, farBelow, checkFirst } = useMessages(priceBadgeMessages)
  const { taka } = useFormat()
  if (priceEstimate === null) return null
  const { verdict, isFarBelow, range, price } = priceEstimate
  if (isFarBelow)
    return {
      verdict: 'warn' as const,
      children: [
        <Icon key="icon" of={TriangleAlert} size={16} />,
        <span key="verdict">{farBelow}</span>,
        <small key="what">{checkFirst}</small>,
      ],
    }
  if (verdict === 'unknown' || range === null) return null
  const difference = price - range.middle
  const distance =
    difference === 0
      ? messages.atMiddle
      : messages.distance[difference < 0 ? 'below' : 'above'](taka(Math.abs(difference)))
  return {
    verdict,
    children: (
      <>
        <Bars verdict={verdict} />
        <span>{verdicts[verdict]}</span>
        <small className="num">{distance}</small>
      </>
    ),
  }
}

/** What bikes of this age keep of their price when new, in percent and in Taka for this bike. */
const Retained = ({ priceEstimate: { retained, range, price }, originalPrice }: Props) => {
  const messages = useMessages(estimateMessages)
  const { count, digits, taka } = useFormat()
  if (retained === null) return null
  const { low, high, bikes } = retained
  const [lowTaka, highTaka] = [getKeptTaka(originalPrice, low), getKeptTaka(originalPrice, high)]
  const [over, under] = [price - highTaka, lowTaka - price]
  const { above, below, within } = messages.againstRetained
  return (
    <p>
      {messages.retained(digits(low), digits(high), count(bikes))}{' '}
      {messages.retainedHere(taka(lowTaka), count(highTaka))}
      {/* With a range of similar bikes the verdict says it. */}
      {range === null && ` ${over > 0 ? above(taka(over)) : under > 0 ? below(taka(under)) : within}`}
    </p>
  )
}

type Props = { priceEstimate: PriceEstimate; /** The price when new, in Taka. */ originalPrice: number }

/** The reasons for the verdict on the price: range, chart, method and similar bikes, or what bikes of this age keep. */
export const PriceEstimateReasons = ({ priceEstimate, originalPrice }: Props) => {
  const messages = useMessages(estimateMessages)
  const { taka, count } = useFormat()
  const { range, lacks, compared, prices, price, model, retained, verdict } = priceEstimate
  // The highest fair price, where this bike costs more than the usual ones; estimates are rounded.
  const fairHigh =
    range && verdict === 'fair' && price > range.high
      ? Math.max(price, Math.floor(range.middle * (1 + priceRules.minSpread)))
      : null
  return (
    <section className="panel worth" id="worth" aria-labelledby="worth-heading">
      <h2 className="sr-only" id="worth-heading">
        {messages.heading}
      </h2>
      {range && (
        <p>
          {messages.fairRange(count(compared), taka(range.low), count(range.high))}
          {fairHigh !== null && ` ${messages.stillFair(taka(range.middle), taka(fairHigh))}`}
        </p>
      )}
      <Retained priceEstimate={priceEstimate} originalPrice={originalPrice} />
      {lacks !== null && retained === null && <p>{messages.noEstimate[lacks]}</p>}
      {priceEstimate.isFarBelow && <Warning />}
      {range && (
        <PriceEstimateChart prices={prices} compared={compared} range={range} price={price} fairHigh={fairHigh} />
      )}
      {range && <Explanation priceEstimate={priceEstimate} />}
      {model && (
        <p>
          <Link className="link" to={toGuidePath(model)}>
            <SentenceWithName
              text={messages.guideLink(`${model.brand} ${model.model}`)}
              name={`${model.brand} ${model.model}`}
            />
          </Link>
        </p>
      )}
    </section>
  )
}
