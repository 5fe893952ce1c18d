import { ChevronDown, TriangleAlert } from 'lucide'
import { Link } from 'react-router'
import type { z } from 'zod'
import type { Worth as WorthShape } from '#contract/price-estimates.ts'
import { Icon } from '#web/ui/icon.tsx'
import { worth as chapter } from '#web/i18n/en/price-estimates.ts'
import { useChapter, useFigures } from '#web/context/app-context.ts'
import { SimilarList } from '#web/components/similar-list.tsx'
import { WorthBadge } from '#web/components/price-estimate-badge.tsx'
import { WorthSpread } from './price-estimate-chart.tsx'

/** What the shop knows of the worth of a bike. */
export type Worth = z.output<typeof WorthShape>

/** The address of a model's guide: its names as an address spells them, which the shop hears as it hears any writing. */
export const guidePath = ({ brand, model }: { brand: string; model: string }): string =>
  `/guide/${[brand, model].map((name) => encodeURIComponent(name.toLowerCase().replaceAll(/\s+/g, '-'))).join('/')}`

const Warning = () => {
  const words = useChapter(chapter)
  return (
    <p className="note note--warn worth__warning">
      <Icon of={TriangleAlert} size={20} />
      <span>{words.warning}</span>
    </p>
  )
}

const How = ({ worth }: { worth: Worth }) => {
  const words = useChapter(chapter)
  const { count, digits } = useFigures()
  const { reasons } = words
  return (
    <details className="folded worth__how">
      <summary>
        <b>{words.how}</b>
        <Icon of={ChevronDown} size={20} />
      </summary>
      <ul>
        <li>{reasons.like}</li>
        <li>{reasons.moved(digits(worth.yearlyLossPercent), digits(worth.doubleKilometresPercent))}</li>
        <li>{reasons.votes(count(worth.sellers))}</li>
        <li>{worth.sold > 0 ? reasons.sold(count(worth.sold)) : reasons.noneSold}</li>
        {!worth.kilometresKnown && <li>{reasons.kilometres}</li>}
      </ul>
      <h3 className="worth__similar">{words.similar}</h3>
      <SimilarList bikes={worth.similar} />
    </details>
  )
}

/** Whether the price of a bike is fair, and why: the word, the range, where the others stand, and what it was told from. */
export const WorthReasons = ({ worth }: { worth: Worth }) => {
  const words = useChapter(chapter)
  const { taka, count } = useFigures()
  const { range, lacks, compared, prices, price, model } = worth
  return (
    <section className="panel worth" id="worth" aria-labelledby="worth-heading">
      <h2 className="sr-only" id="worth-heading">
        {words.heading}
      </h2>
      <WorthBadge badge={worth} />
      {range && <p>{words.mostlyAsk(count(compared), taka(range.low), taka(range.high))}</p>}
      {lacks !== null && <p>{words.lacks[lacks]}</p>}
      {worth.isFarBelow && <Warning />}
      {range && <WorthSpread prices={prices} compared={compared} range={range} price={price} />}
      {range && <How worth={worth} />}
      {model && (
        <p>
          <Link className="link" to={guidePath(model)}>
            {words.toGuide(`${model.brand} ${model.model}`)}
          </Link>
        </p>
      )}
    </section>
  )
}
