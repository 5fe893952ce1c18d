import { Link, useLoaderData, type LoaderFunctionArgs } from 'react-router'
import type { z } from 'zod'
import type { PriceGuide as GuideShape } from '#contract/price-estimates.ts'
import { OneBikeStyles } from '#web/layout/page-styles.tsx'
import { EmptyState } from '#web/components/empty-state.tsx'
import { SimilarList } from '#web/components/similar-list.tsx'
import { Heading } from '#web/ui/heading.tsx'
import { priceEstimateMessages } from '#web/i18n/en/price-estimates.ts'
import { useMessages, useFormat, useApp, appContext } from '#web/context/app-context.ts'
import { SentenceWithName } from '#web/ui/sentence-with-name.tsx'

type GuideDetails = z.output<typeof GuideShape>

/** Loads the price guide of the model in the URL; an unknown model answers 404. */
export const loader = ({ context, params: { brand = '', model = '' } }: LoaderFunctionArgs) =>
  context.get(appContext).client('GET /guide/:brand/:model', { params: { brand, model } }, { as: 'anyone' })

/** Brand and model in the language of the page. */
const useModelName = (guide: GuideDetails): string => {
  const { code } = useApp().language
  if (code !== 'bn') return `${guide.brand} ${guide.model}`
  return `${guide.brandBn ?? guide.brand} ${guide.modelBn ?? guide.model}`
}

const YearRow = ({ row }: { row: GuideDetails['years'][number] }) => {
  const { guide: messages } = useMessages(priceEstimateMessages)
  const { taka, digits, count } = useFormat()
  const { range } = row
  return (
    <tr>
      <th scope="row" className="num">
        {digits(row.year)}
      </th>
      <td className="num">{count(row.count)}</td>
      {range ? (
        <>
          <td className="num">
            {taka(range.low)}–{count(range.high)}
          </td>
          <td className="num wide">{taka(range.middle)}</td>
        </>
      ) : (
        <>
          <td className="none">{messages.tooFew}</td>
          <td className="wide">–</td>
        </>
      )}
      <td className="num wide">{count(row.kilometres)}</td>
    </tr>
  )
}

const Years = ({ guide }: { guide: GuideDetails }) => {
  const { guide: messages } = useMessages(priceEstimateMessages)
  return (
    <section aria-labelledby="guide-years">
      <Heading id="guide-years">{messages.byYear}</Heading>
      <p className="guide__lead">{messages.byYearText}</p>
      <table className="years" aria-labelledby="guide-years">
        <thead>
          <tr>
            <th scope="col">{messages.year}</th>
            <th scope="col">{messages.bikes}</th>
            <th scope="col">{messages.range}</th>
            <th scope="col" className="wide">
              {messages.typicalPrice}
            </th>
            <th scope="col" className="wide">
              {messages.kilometres}
            </th>
          </tr>
        </thead>
        <tbody>
          {guide.years.map((row) => (
            <YearRow key={row.year} row={row} />
          ))}
        </tbody>
      </table>
    </section>
  )
}

const PriceFall = ({ guide }: { guide: GuideDetails }) => {
  const { guide: messages } = useMessages(priceEstimateMessages)
  const { digits } = useFormat()
  const { kept, yearlyLossPercent, doubleKilometresPercent } = guide
  return (
    <section aria-labelledby="guide-falls">
      <Heading id="guide-falls">{messages.depreciation}</Heading>
      <p className="guide__lead">
        {messages.depreciationText(digits(yearlyLossPercent), digits(doubleKilometresPercent))}
      </p>
      <ul className="falls">
        {kept.map(({ years, percent }) => (
          <li key={years}>
            <span>{years === 1 ? messages.afterOne : messages.after(digits(years))}</span>
            <svg viewBox="0 0 100 12" preserveAspectRatio="none" aria-hidden>
              <rect width={percent} height="12" />
            </svg>
            <b className="num">{digits(percent)}%</b>
          </li>
        ))}
      </ul>
    </section>
  )
}

const OnSale = ({ guide }: { guide: GuideDetails }) => {
  const { guide: messages } = useMessages(priceEstimateMessages)
  const all = (
    <Link className="btn btn--primary" to="/bikes">
      {messages.emptyAction}
    </Link>
  )
  if (guide.bikes.length === 0)
    return (
      <EmptyState heading={messages.emptyHeading} action={all}>
        {messages.emptyText}
      </EmptyState>
    )
  return (
    <section aria-labelledby="guide-on-sale">
      <Heading id="guide-on-sale">{messages.onSale}</Heading>
      <SimilarList bikes={guide.bikes} />
    </section>
  )
}

/** A model's used prices by year, their decline, and its bikes on sale. */
export default function PriceGuide() {
  const guide = useLoaderData<typeof loader>()
  const { title } = useMessages()
  const { guide: messages } = useMessages(priceEstimateMessages)
  const { count } = useFormat()
  const name = useModelName(guide)
  return (
    <div className="wrap section section--page guide">
      <OneBikeStyles />
      <title>{title(messages.title(name))}</title>
      <meta name="description" content={messages.description(name)} />
      <Heading level="h1" lead={messages.lead(count(guide.onSale), count(guide.sold))}>
        <SentenceWithName text={messages.heading(name)} name={name} />
      </Heading>
      {guide.years.length > 0 && <Years guide={guide} />}
      <PriceFall guide={guide} />
      <OnSale guide={guide} />
    </div>
  )
}
