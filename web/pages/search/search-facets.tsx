import type { ReactNode } from 'react'
import { Link } from 'react-router'
import type { FoundBikes } from '#contract/search.ts'
import { changed, chosenOf, searchPath, type Choice, type LimitName, type Search } from '#web/lib/search-url.ts'
import { finding } from '#web/i18n/en/search.ts'
import { useChapter, useFigures, useWords, useWorld } from '#web/context/app-context.ts'

/** The form to which every field of a search belongs, wherever it stands on the page. */
export const searchForm = 'find'

type Facets = FoundBikes['facets']
type Option = { value: string; label: string; count: number }

// The most frequent ones are seen at once; the others unfold.
const shownAtOnce = 6

/** The name of a brand, a model or a place in the language of the page. */
export const useNameOf = () => {
  const { language } = useWorld()
  return ({ name, nameBn }: { name: string; nameBn: string | null }): string =>
    language.code === 'bn' ? (nameBn ?? name) : name
}

const Group = ({ title, children }: { title: string; children: ReactNode }) => (
  <fieldset className="facet">
    <legend>{title}</legend>
    {children}
  </fieldset>
)

const Box = ({ name, option, isChosen }: { name: string; option: Option; isChosen: boolean }) => {
  const { count } = useFigures()
  return (
    <label className="check">
      <input
        id={`${name}-${option.value}`}
        type="checkbox"
        form={searchForm}
        name={name}
        value={option.value}
        defaultChecked={isChosen}
      />
      <span>{option.label}</span>
      <span className="n">{count(option.count)}</span>
    </label>
  )
}

type ChoicesProps = { search: Search; name: Choice; title: string; options: Option[] }

/** Boxes of which any may be ticked; what is ticked stays to be seen, also when nothing of it is found any more. */
const Choices = ({ search, name, title, options }: ChoicesProps) => {
  const { more } = useChapter(finding)
  const chosen = chosenOf(search, name)
  const lost = chosen.filter((value) => !options.some((option) => option.value === value))
  const all = [...options, ...lost.map((value) => ({ value, label: value.replaceAll('-', ' '), count: 0 }))]
  if (all.length === 0) return null
  const isEarly = (option: Option, at: number) => at < shownAtOnce || chosen.includes(option.value)
  const late = all.filter((option, at) => !isEarly(option, at))
  const box = (option: Option) => (
    <Box key={option.value} name={name} option={option} isChosen={chosen.includes(option.value)} />
  )
  return (
    <Group title={title}>
      {all.filter(isEarly).map(box)}
      {late.length > 0 && (
        <details className="facet__more">
          <summary>{more}</summary>
          {late.map(box)}
        </details>
      )}
    </Group>
  )
}

type EndProps = { search: Search; name: LimitName; label: string }

const End = ({ search, name, label }: EndProps) => (
  <input
    className="input num"
    id={name}
    type="text"
    inputMode="numeric"
    form={searchForm}
    name={name}
    aria-label={label}
    defaultValue={search[name]}
    maxLength={12}
  />
)

type Band = Facets['prices'][number]
type Ends = { from: LimitName; to: LimitName }

/** The words of a band, such as "up to ৳1,00,000". */
export const useBandWords = () => {
  const { below, above, between } = useChapter(finding)
  return ({ from, to }: Pick<Band, 'from' | 'to'>, spell: (value: number) => string): string => {
    if (from === null) return to === null ? '' : below(spell(to))
    return to === null ? above(spell(from)) : between(spell(from), spell(to))
  }
}

type BandsProps = { search: Search; bands: Band[]; ends: Ends; spell: (value: number) => string }

const Bands = ({ search, bands, ends, spell }: BandsProps) => {
  const { count } = useFigures()
  const words = useBandWords()
  return (
    <ul className="bands">
      {bands
        .filter((band) => band.count > 0)
        .map((band) => {
          const there = { [ends.from]: band.from?.toString(), [ends.to]: band.to?.toString() }
          return (
            <li key={`${band.from}-${band.to}`}>
              <Link to={searchPath(changed(search, there))} preventScrollReset>
                <span className="num">{words(band, spell)}</span>
                <span className="n">{count(band.count)}</span>
              </Link>
            </li>
          )
        })}
    </ul>
  )
}

const Ranges = ({ search, facets }: { search: Search; facets: Facets }) => {
  const words = useChapter(finding)
  const { taka, digits, count } = useFigures()
  const { ccOf, kmOf } = words
  return (
    <>
      <Group title={words.price}>
        <div className="facet__range">
          <End search={search} name="priceFrom" label={words.priceFrom} />
          <span>{words.to}</span>
          <End search={search} name="priceTo" label={words.priceTo} />
        </div>
        <Bands search={search} bands={facets.prices} ends={{ from: 'priceFrom', to: 'priceTo' }} spell={taka} />
      </Group>
      <Group title={words.cc}>
        <Bands
          search={search}
          bands={facets.cc}
          ends={{ from: 'ccFrom', to: 'ccTo' }}
          spell={(cc) => ccOf(digits(cc))}
        />
      </Group>
      <Group title={words.year}>
        <div className="facet__range">
          <End search={search} name="yearFrom" label={words.yearFrom} />
          <span>{words.to}</span>
          <End search={search} name="yearTo" label={words.yearTo} />
        </div>
      </Group>
      <Group title={words.km}>
        <Bands
          search={search}
          bands={facets.km}
          ends={{ from: 'kmFrom', to: 'kmTo' }}
          spell={(km) => kmOf(count(km))}
        />
      </Group>
    </>
  )
}

/** What is chosen by links alone travels with the form too, or sending it would lose it. */
const Carried = ({ search }: { search: Search }) => (
  <>
    {(['ccFrom', 'ccTo', 'kmFrom', 'kmTo'] as const).map(
      (name) =>
        search[name] !== undefined && (
          <input key={name} type="hidden" form={searchForm} name={name} value={search[name]} />
        ),
    )}
  </>
)

/** Every way to narrow a search, each with how many bikes it would leave. */
export const SearchFacets = ({ search, facets }: { search: Search; facets: Facets }) => {
  const words = useChapter(finding)
  const { card } = useWords()
  const nameOf = useNameOf()
  const named = (list: Facets['brands']): Option[] =>
    list.map((one) => ({ value: one.slug, label: nameOf(one), count: one.count }))
  const conditions = facets.conditions.map(({ condition, count }) => ({
    value: condition,
    label: card.conditions[condition],
    count,
  }))
  const verified = { value: 'on', label: words.verified, count: facets.verified }
  return (
    <>
      <Choices search={search} name="brand" title={words.brand} options={named(facets.brands)} />
      <Choices search={search} name="model" title={words.model} options={named(facets.models)} />
      <Ranges search={search} facets={facets} />
      <Choices search={search} name="condition" title={words.condition} options={conditions} />
      <Choices search={search} name="division" title={words.division} options={named(facets.divisions)} />
      <Choices search={search} name="district" title={words.district} options={named(facets.districts)} />
      <Group title={words.trust}>
        <Box name="verified" option={verified} isChosen={search.verified === 'on'} />
      </Group>
      <Carried search={search} />
    </>
  )
}
