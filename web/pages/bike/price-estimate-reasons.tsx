import { ChevronDown, TriangleAlert } from 'lucide'
import { Link } from 'react-router'
import type { z } from 'zod'
import type { PriceEstimate as WorthShape } from '#contract/price-estimates.ts'
import { Icon } from '#web/ui/icon.tsx'
import { priceEstimateMessages as estimateMessages } from '#web/i18n/en/price-estimates.ts'
import { useMessages, useFormat } from '#web/context/app-context.ts'
import { SimilarList } from '#web/components/similar-list.tsx'
import { PriceEstimateBadge } from '#web/components/price-estimate-badge.tsx'
import { PriceEstimateChart } from './price-estimate-chart.tsx'

export type PriceEstimate = z.output<typeof WorthShape>

/** The path of a model's price guide. The server matches names without case and punctuation. */
const toGuidePath = ({ brand, model }: { brand: string; model: string }): string =>
  `/guide/${[brand, model].map((name) => encodeURIComponent(name.toLowerCase().replaceAll(/\s+/g, '-'))).join('/')}`

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

/** The verdict on the price and the reasons for it: range, chart, method and similar bikes. */
export const PriceEstimateReasons = ({ priceEstimate }: { priceEstimate: PriceEstimate }) => {
  const messages = useMessages(estimateMessages)
  const { taka, count } = useFormat()
  const { range, lacks, compared, prices, price, model } = priceEstimate
  return (
    <section className="panel worth" id="worth" aria-labelledby="worth-heading">
      <h2 className="sr-only" id="worth-heading">
        {messages.heading}
      </h2>
      <PriceEstimateBadge badge={priceEstimate} />
      {range && <p>{messages.fairRange(count(compared), taka(range.low), taka(range.high))}</p>}
      {lacks !== null && <p>{messages.noEstimate[lacks]}</p>}
      {priceEstimate.isFarBelow && <Warning />}
      {range && <PriceEstimateChart prices={prices} compared={compared} range={range} price={price} />}
      {range && <Explanation priceEstimate={priceEstimate} />}
      {model && (
        <p>
          <Link className="link" to={toGuidePath(model)}>
            {messages.guideLink(`${model.brand} ${model.model}`)}
          </Link>
        </p>
      )}
    </section>
  )
}
