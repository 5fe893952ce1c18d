import type { ReactNode } from 'react'
import { Link } from 'react-router'
import {
  flagParams,
  updateSearch,
  listChosen,
  toSearchPath,
  type MultiValueFilter,
  type RangeParam,
  type Search,
} from '#web/lib/search-url.ts'
import { getLocalizedName, type FacetValue, type ShownSearch } from './shown-search.ts'
import { searchMessages } from '#web/i18n/en/search.ts'
import { useMessages, useFormat, useApp } from '#web/context/app-context.ts'

/** Id of the search form; fields anywhere on the page belong to it. */
export const searchFormId = 'find'

type Facets = ShownSearch['facets']
type Option = { value: string; label: string; count: number }

/** Whether the values of a filter are names that no translation may change. */
export const isNaming = (filter: string): boolean => /^(?:not)?(?:brand|model)/i.test(filter)

// The most frequent options are visible, the others collapsed.
const maxCollapsedOptions = 6

/** Gives the name of a brand, model or district in the language of the page. */
export const useLocalizedName = () => {
  const { language } = useApp()
  return (named: { name: string; nameBn: string | null }): string => getLocalizedName(named, language.code)
}

const FacetGroup = ({ title, children }: { title: string; children: ReactNode }) => (
  <fieldset className="facet">
    <legend>{title}</legend>
    {children}
  </fieldset>
)

const FacetCheckbox = ({ name, option, isChosen }: { name: string; option: Option; isChosen: boolean }) => {
  const { count } = useFormat()
  return (
    <label className="check">
      <input
        id={`${name}-${option.value}`}
        type="checkbox"
        form={searchFormId}
        name={name}
        value={option.value}
        defaultChecked={isChosen}
      />
      <span translate={isNaming(name) ? 'no' : 'yes'}>{option.label}</span>
      <span className="n">{count(option.count)}</span>
    </label>
  )
}

type FacetChoicesProps = { search: Search; name: MultiValueFilter; title: string; options: Option[] }

/** Checkboxes of one filter. Ticked options stay visible even with no results. */
const FacetChoices = ({ search, name, title, options }: FacetChoicesProps) => {
  const { more } = useMessages(searchMessages)
  const chosen = listChosen(search, name)
  const missing = chosen.filter((value) => !options.some((option) => option.value === value))
  const all = [...options, ...missing.map((value) => ({ value, label: value.replaceAll('-', ' '), count: 0 }))]
  if (all.length === 0) return null
  const isAlwaysShown = (option: Option, index: number) => index < maxCollapsedOptions || chosen.includes(option.value)
  const collapsed = all.filter((option, index) => !isAlwaysShown(option, index))
  const renderCheckbox = (option: Option) => (
    <FacetCheckbox key={option.value} name={name} option={option} isChosen={chosen.includes(option.value)} />
  )
  return (
    <FacetGroup title={title}>
      {all.filter(isAlwaysShown).map(renderCheckbox)}
      {collapsed.length > 0 && (
        <details className="facet__more">
          <summary>{more}</summary>
          {collapsed.map(renderCheckbox)}
        </details>
      )}
    </FacetGroup>
  )
}

type RangeInputProps = { search: Search; name: 'priceFrom' | 'priceTo' | 'yearFrom' | 'yearTo'; example: string }

const RangeInput = ({ search, name, example }: RangeInputProps) => {
  const messages = useMessages(searchMessages)
  return (
    <input
      className="input num"
      id={name}
      type="text"
      inputMode="numeric"
      form={searchFormId}
      name={name}
      aria-label={messages[name]}
      placeholder={example}
      defaultValue={search[name]}
      maxLength={12}
    />
  )
}

type Band = Facets['prices'][number]
type LimitNames = { from: RangeParam; to: RangeParam }

/** The label of a price or kilometre band, such as "up to ৳1,00,000". */
export const useBandLabel = () => {
  const { below, above, between } = useMessages(searchMessages)
  return ({ from, to }: Pick<Band, 'from' | 'to'>, format: (value: number) => string): string => {
    if (from === null) return to === null ? '' : below(format(to))
    return to === null ? above(format(from)) : between(format(from), format(to))
  }
}

type BandsProps = { search: Search; bands: Band[]; limitNames: LimitNames; format: (value: number) => string }

const Bands = ({ search, bands, limitNames, format }: BandsProps) => {
  const { count } = useFormat()
  const getBandLabel = useBandLabel()
  return (
    <ul className="bands">
      {bands
        .filter((band) => band.count > 0)
        .map((band) => {
          const changes = { [limitNames.from]: band.from?.toString(), [limitNames.to]: band.to?.toString() }
          return (
            <li key={`${band.from}-${band.to}`}>
              <Link to={toSearchPath(updateSearch(search, changes))} preventScrollReset>
                <span className="num">{getBandLabel(band, format)}</span>
                <span className="n">{count(band.count)}</span>
              </Link>
            </li>
          )
        })}
    </ul>
  )
}

const RangeFacets = ({ search, facets }: { search: Search; facets: Facets }) => {
  const messages = useMessages(searchMessages)
  const { taka, digits, count } = useFormat()
  const { ccValue, kmValue } = messages
  return (
    <>
      <FacetGroup title={messages.price}>
        <div className="facet__range">
          <RangeInput search={search} name="priceFrom" example={taka(50_000)} />
          <span>{messages.to}</span>
          <RangeInput search={search} name="priceTo" example={taka(200_000)} />
        </div>
        <Bands search={search} bands={facets.prices} limitNames={{ from: 'priceFrom', to: 'priceTo' }} format={taka} />
      </FacetGroup>
      <FacetGroup title={messages.cc}>
        <Bands
          search={search}
          bands={facets.cc}
          limitNames={{ from: 'ccFrom', to: 'ccTo' }}
          format={(cc) => ccValue(digits(cc))}
        />
      </FacetGroup>
      <FacetGroup title={messages.year}>
        <div className="facet__range">
          <RangeInput search={search} name="yearFrom" example={digits(2018)} />
          <span>{messages.to}</span>
          <RangeInput search={search} name="yearTo" example={digits(2024)} />
        </div>
      </FacetGroup>
      <FacetGroup title={messages.km}>
        <Bands
          search={search}
          bands={facets.km}
          limitNames={{ from: 'kmFrom', to: 'kmTo' }}
          format={(km) => kmValue(count(km))}
        />
      </FacetGroup>
    </>
  )
}

/** The label of a number of owners; 3 stands for three and more. */
export const toOwnersLabel = (owners: number, labels: Record<1 | 2 | 3, string>): string =>
  owners === 1 || owners === 2 ? labels[owners] : labels[3]

/** The labels of the filters that are one checkbox each. */
export const useFlagLabels = () => {
  const { verified } = useMessages(searchMessages)
  const { papersComplete: papers, inspected } = useMessages().card
  return { verified, papers, inspected }
}

/** Filters chosen by links are submitted as hidden fields, or the form would lose them. */
const HiddenFields = ({ search }: { search: Search }) => (
  <>
    {(['ccFrom', 'ccTo', 'kmFrom', 'kmTo'] as const).map(
      (name) =>
        search[name] !== undefined && (
          <input key={name} type="hidden" form={searchFormId} name={name} value={search[name]} />
        ),
    )}
  </>
)

/** All filters, each option with the number of bikes it would leave. */
export const SearchFacets = ({ search, facets }: { search: Search; facets: Facets }) => {
  const messages = useMessages(searchMessages)
  const { card } = useMessages()
  const toOptions = (list: FacetValue[]): Option[] =>
    list.map(({ slug, name, count }) => ({ value: slug, label: name, count }))
  const conditions = facets.conditions.map(({ condition, count }) => ({
    value: condition,
    label: card.conditions[condition],
    count,
  }))
  const kinds = facets.kinds.map(({ kind, count }) => ({ value: kind, label: messages.kinds[kind], count }))
  const owners = facets.owners.map((one) => ({
    value: String(one.owners),
    label: toOwnersLabel(one.owners, messages.ownerCounts),
    count: one.count,
  }))
  const labels = useFlagLabels()
  const renderFlag = (name: keyof typeof flagParams) => {
    const option = { value: flagParams[name], label: labels[name], count: facets[name] }
    return <FacetCheckbox name={name} option={option} isChosen={search[name] !== undefined} />
  }
  return (
    <>
      <FacetChoices search={search} name="brand" title={messages.brand} options={toOptions(facets.brands)} />
      <FacetChoices search={search} name="model" title={messages.model} options={toOptions(facets.models)} />
      <RangeFacets search={search} facets={facets} />
      <FacetChoices search={search} name="kind" title={messages.kind} options={kinds} />
      <FacetChoices search={search} name="condition" title={messages.condition} options={conditions} />
      <FacetChoices search={search} name="owners" title={messages.owners} options={owners} />
      <FacetChoices search={search} name="division" title={messages.division} options={toOptions(facets.divisions)} />
      <FacetChoices search={search} name="district" title={messages.district} options={toOptions(facets.districts)} />
      <FacetChoices search={search} name="area" title={messages.area} options={toOptions(facets.areas)} />
      <FacetGroup title={messages.proof}>
        {renderFlag('papers')}
        {renderFlag('inspected')}
      </FacetGroup>
      <FacetGroup title={messages.trust}>{renderFlag('verified')}</FacetGroup>
      <HiddenFields search={search} />
    </>
  )
}
