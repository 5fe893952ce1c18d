import { Link, useLoaderData, type LoaderFunctionArgs } from 'react-router'
import type { z } from 'zod'
import type { Guide as GuideShape } from '#contract/price-estimates.ts'
import { EmptyStall } from '#web/components/empty-state.tsx'
import { SimilarList } from '#web/components/similar-list.tsx'
import { Heading } from '#web/ui/heading.tsx'
import { worth } from '#web/i18n/en/price-estimates.ts'
import { useChapter, useFigures, useWords, useWorld, world } from '#web/context/app-context.ts'

type Shown = z.output<typeof GuideShape>

/** The guide of the model in the address; a model that nobody knows is refused with 404. */
export const loader = ({ context, params: { brand = '', model = '' } }: LoaderFunctionArgs) =>
  context.get(world).client('GET /guide/:brand/:model', { params: { brand, model } }, { as: 'anyone' })

/** The model's whole name in the language of the page. */
const useNameOf = (guide: Shown): string => {
  const { code } = useWorld().language
  if (code !== 'bn') return `${guide.brand} ${guide.model}`
  return `${guide.brandBn ?? guide.brand} ${guide.modelBn ?? guide.model}`
}

const Year = ({ line }: { line: Shown['years'][number] }) => {
  const { guide: words } = useChapter(worth)
  const { taka, digits, count } = useFigures()
  const { range } = line
  return (
    <tr>
      <th scope="row" className="num">
        {digits(line.year)}
      </th>
      <td className="num">{count(line.count)}</td>
      {range ? (
        <>
          <td className="num">
            {taka(range.low)}–{taka(range.high)}
          </td>
          <td className="num wide">{taka(range.middle)}</td>
        </>
      ) : (
        <>
          <td className="none">{words.tooFew}</td>
          <td className="wide">–</td>
        </>
      )}
      <td className="num wide">{count(line.kilometres)}</td>
    </tr>
  )
}

const Years = ({ guide }: { guide: Shown }) => {
  const { guide: words } = useChapter(worth)
  return (
    <section aria-labelledby="guide-years">
      <Heading id="guide-years">{words.byYear}</Heading>
      <p className="guide__lead">{words.byYearText}</p>
      <table className="years" aria-labelledby="guide-years">
        <thead>
          <tr>
            <th scope="col">{words.year}</th>
            <th scope="col">{words.bikes}</th>
            <th scope="col">{words.range}</th>
            <th scope="col" className="wide">
              {words.middle}
            </th>
            <th scope="col" className="wide">
              {words.kilometres}
            </th>
          </tr>
        </thead>
        <tbody>
          {guide.years.map((line) => (
            <Year key={line.year} line={line} />
          ))}
        </tbody>
      </table>
    </section>
  )
}

const Falls = ({ guide }: { guide: Shown }) => {
  const { guide: words } = useChapter(worth)
  const { digits } = useFigures()
  const { kept, yearlyLossPercent, doubleKilometresPercent } = guide
  return (
    <section aria-labelledby="guide-falls">
      <Heading id="guide-falls">{words.falls}</Heading>
      <p className="guide__lead">{words.fallsText(digits(yearlyLossPercent), digits(doubleKilometresPercent))}</p>
      <ul className="falls">
        {kept.map(({ years, percent }) => (
          <li key={years}>
            <span>{years === 1 ? words.afterOne : words.after(digits(years))}</span>
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

const OnSale = ({ guide }: { guide: Shown }) => {
  const { guide: words } = useChapter(worth)
  const all = (
    <Link className="btn btn--primary" to="/bikes">
      {words.emptyGo}
    </Link>
  )
  if (guide.bikes.length === 0)
    return (
      <EmptyStall heading={words.emptyHeading} way={all}>
        {words.emptyText}
      </EmptyStall>
    )
  return (
    <section aria-labelledby="guide-on-sale">
      <Heading id="guide-on-sale">{words.onSale}</Heading>
      <SimilarList bikes={guide.bikes} />
    </section>
  )
}

/** What a model costs used, year by year, how its price falls, and which are on sale. */
export default function Guide() {
  const guide = useLoaderData<typeof loader>()
  const { title } = useWords()
  const { guide: words } = useChapter(worth)
  const { count } = useFigures()
  const name = useNameOf(guide)
  return (
    <div className="wrap section section--page guide">
      <title>{title(words.title(name))}</title>
      <meta name="description" content={words.description(name)} />
      <Heading level="h1" lead={words.lead(count(guide.onSale), count(guide.sold))}>
        {words.heading(name)}
      </Heading>
      {guide.years.length > 0 && <Years guide={guide} />}
      <Falls guide={guide} />
      <OnSale guide={guide} />
    </div>
  )
}
