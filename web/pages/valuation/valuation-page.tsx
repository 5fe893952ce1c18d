import { maxKilometres } from '#contract/limits.ts'
import { Link, useLoaderData, useRevalidator, type LoaderFunctionArgs } from 'react-router'
import type { z } from 'zod'
import type { ModelNames, Valuation } from '#contract/price-estimates.ts'
import { OneBikeStyles } from '#web/layout/page-styles.tsx'
import { parseWholeNumber } from '#web/lib/parse-whole-number.ts'
import { toListingPath } from '#web/lib/listed-bike-url.ts'
import { toGuidePath } from '#web/lib/guide-path.ts'
import { toLanguagePath } from '#web/i18n/language.ts'
import { toLoadResult } from '#web/context/display-error.ts'
import { Field } from '#web/ui/forms/field.tsx'
import { SelectField } from '#web/ui/forms/select-field.tsx'
import { ErrorNote } from '#web/ui/note.tsx'
import { formMessages } from '#web/i18n/en/forms.ts'
import { valuationMessages } from '#web/i18n/en/valuation.ts'
import { cleanTyped } from '#contract/typed-text/clean-typed.ts'
import { appContext, useApp, useFormat, useMessages } from '#web/context/app-context.ts'
import { SentenceWithName } from '#web/ui/sentence-with-name.tsx'

type Typed = { bike: string; year: string; kilometres: string }
type Problem = 'bike' | 'year' | 'kilometres'

const oldestAgeYears = 30
const maxLength = 80

const readTyped = (params: URLSearchParams): Typed => ({
  bike: cleanTyped(params.get('bike') ?? '', 'line').slice(0, maxLength),
  year: params.get('year') ?? '',
  kilometres: (params.get('km') ?? '').trim(),
})

/** The fields that cannot be asked about; none as long as nothing was submitted. */
const findProblems = (typed: Typed, isSubmitted: boolean): Problem[] => {
  if (!isSubmitted) return []
  const kilometres = typed.kilometres === '' ? 0 : parseWholeNumber(typed.kilometres)
  const problems: Problem[] = []
  if (typed.bike === '') problems.push('bike')
  if (!/^(?:19|20)\d\d$/.test(typed.year)) problems.push('year')
  if (kilometres === null || kilometres > maxKilometres) problems.push('kilometres')
  return problems
}

/** Loads the valuation of the bike in the URL; without one only the form is shown. */
export const loader = async ({ context, request }: LoaderFunctionArgs) => {
  const { client } = context.get(appContext)
  const { searchParams } = new URL(request.url)
  const typed = readTyped(searchParams)
  const problems = findProblems(typed, searchParams.has('bike'))
  const thisYear = new Date().getFullYear()
  if (!searchParams.has('bike') || problems.length > 0) return { typed, problems, thisYear, valued: null }
  const kilometres = typed.kilometres === '' ? null : parseWholeNumber(typed.kilometres)
  const query = { bike: typed.bike, year: typed.year, ...(kilometres !== null && { kilometres: String(kilometres) }) }
  const valued = await toLoadResult(client('GET /valuation', { query }, { as: 'anyone' }))
  return { typed, problems, thisYear, valued }
}

type Names = z.output<typeof ModelNames>

const useModelName = () => {
  const { code } = useApp().language
  return ({ brand, brandBn, model, modelBn }: Names): string =>
    code === 'bn' ? `${brandBn ?? brand} ${modelBn ?? model}` : `${brand} ${model}`
}

const Form = ({ typed, problems, thisYear }: { typed: Typed; problems: Problem[]; thisYear: number }) => {
  const messages = useMessages(valuationMessages)
  const { optional } = useMessages(formMessages)
  const { digits } = useFormat()
  const { language } = useApp()
  const years = Array.from({ length: oldestAgeYears + 1 }, (_, age) => thisYear - age)
  return (
    <form className="form panel" method="get" noValidate action={toLanguagePath(language.code, '/valuation')}>
      <Field
        id="valuation-bike"
        name="bike"
        label={messages.bike}
        hint={messages.bikeHint}
        maxLength={maxLength}
        defaultValue={typed.bike}
        problem={problems.includes('bike') ? messages.bikeMissing : undefined}
      />
      <div className="cols">
        <SelectField
          id="valuation-year"
          name="year"
          label={messages.year}
          defaultValue={typed.year}
          problem={problems.includes('year') ? messages.yearMissing : undefined}
        >
          <option value="">{messages.chooseYear}</option>
          {years.map((year) => (
            <option key={year} value={year}>
              {digits(year)}
            </option>
          ))}
        </SelectField>
        <Field
          id="valuation-km"
          name="km"
          label={messages.kilometres}
          optional={optional}
          inputMode="numeric"
          maxLength={12}
          defaultValue={typed.kilometres}
          problem={problems.includes('kilometres') ? messages.kilometresWrong : undefined}
        />
      </div>
      <button className="btn btn--primary btn--lg" type="submit">
        {messages.submit}
      </button>
    </form>
  )
}

const Suggestions = ({ suggestions, typed }: { suggestions: Names[]; typed: Typed }) => {
  const messages = useMessages(valuationMessages)
  const toName = useModelName()
  if (suggestions.length === 0) return <p>{messages.unknown}</p>
  return (
    <>
      <h2 className="h3">{messages.suggestionsHeading}</h2>
      <ul className="valuation__models">
        {suggestions.map((one) => {
          const params = new URLSearchParams({
            bike: `${one.brand} ${one.model}`,
            year: typed.year,
            km: typed.kilometres,
          })
          return (
            <li key={`${one.brand} ${one.model}`}>
              <Link className="btn btn--line" to={`/valuation?${params.toString()}`} translate="no">
                {toName(one)}
              </Link>
            </li>
          )
        })}
      </ul>
    </>
  )
}

type Estimate = NonNullable<z.output<typeof Valuation>['estimate']>

const Price = ({ estimate, typed }: { estimate: Estimate; typed: Typed }) => {
  const messages = useMessages(valuationMessages)
  const { taka, count, digits } = useFormat()
  const { range, retained } = estimate
  if (range === null)
    return (
      <>
        <p>{messages.tooFew}</p>
        {retained && <p>{messages.retained(digits(retained.low), digits(retained.high), count(retained.bikes))}</p>}
      </>
    )
  return (
    <>
      <p className="valuation__range num">{messages.range(taka(range.low), count(range.high))}</p>
      <p className="num">{messages.typical(taka(range.middle))}</p>
      <p className="hint">
        {messages.basedOn(count(estimate.compared), count(estimate.sellers))}{' '}
        {messages.adjusted(digits(estimate.yearlyLossPercent), digits(estimate.doubleKilometresPercent))}{' '}
        {typed.kilometres === '' && messages.withoutKilometres}
      </p>
    </>
  )
}

const Result = ({ valued, typed }: { valued: z.output<typeof Valuation>; typed: Typed }) => {
  const messages = useMessages(valuationMessages)
  const { digits, taka } = useFormat()
  const toName = useModelName()
  const { model, estimate, suggestions } = valued
  if (model === null || estimate === null)
    return (
      <section className="panel" aria-live="polite">
        <Suggestions suggestions={suggestions} typed={typed} />
      </section>
    )
  const { range } = estimate
  const [kilometres, priceTaka] = [parseWholeNumber(typed.kilometres), range?.middle ?? null]
  return (
    <section className="panel valuation__result" aria-labelledby="valuation-result">
      <h2 className="h3" id="valuation-result">
        <SentenceWithName
          text={messages.resultHeading(toName(model), digits(Number(typed.year)))}
          name={toName(model)}
        />
      </h2>
      <Price estimate={estimate} typed={typed} />
      <p>
        <Link className="link" to={toGuidePath(model)}>
          <SentenceWithName text={messages.guide(toName(model))} name={toName(model)} />
        </Link>
      </p>
      <p>{range ? messages.listAtPriceText : messages.listText}</p>
      <Link
        className="btn btn--primary btn--lg"
        to={toListingPath({ ...model, year: Number(typed.year), kilometres, priceTaka })}
      >
        {range ? messages.listAtPrice(taka(range.middle)) : messages.list}
      </Link>
    </section>
  )
}

const Failure = ({ message }: { message: string }) => {
  const { errorPage } = useMessages()
  const { revalidate } = useRevalidator()
  return <ErrorNote message={message} retry={errorPage.retry} onRetry={() => void revalidate()} />
}

/** What a bike is worth, from brand, model, year and kilometres. */
export default function ValuationPage() {
  const { typed, problems, thisYear, valued } = useLoaderData<typeof loader>()
  const messages = useMessages(valuationMessages)
  const { title } = useMessages()
  return (
    <div className="wrap valuation">
      <OneBikeStyles />
      <title>{title(messages.title)}</title>
      <meta name="description" content={messages.description} />
      <h1 className="h3">{messages.heading}</h1>
      <p>{messages.lead}</p>
      <div className="valuation__cols">
        <Form key={JSON.stringify(typed)} typed={typed} problems={problems} thisYear={thisYear} />
        {valued && (valued.ok ? <Result valued={valued.value} typed={typed} /> : <Failure message={valued.message} />)}
      </div>
    </div>
  )
}
