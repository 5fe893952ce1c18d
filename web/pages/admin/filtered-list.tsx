// Lists of the admin with filters in the URL: the form, the table that becomes cards on a phone, and the pages.
import type { ReactNode } from 'react'
import { Form, Link } from 'react-router'
import type { Page } from '#contract/call.ts'
import { EmptyState } from '#web/components/empty-state.tsx'
import { useFormat, useMessages } from '#web/context/app-context.ts'
import { isApiResponseError, type LoadResult, toDisplayError } from '#web/context/display-error.ts'
import { adminListMessages } from '#web/i18n/en/admin-lists.ts'

/** The chosen filters of a list and the cursor of its page, by name. */
export type Filters<Name extends string> = Partial<Record<Name | 'cursor', string>>

export const rowsPerPage = '50'

/** Reads these filters from the URL; empty ones are left out. */
export const parseFilters = <Name extends string>(request: Request, names: readonly Name[]): Filters<Name> => {
  const query = new URL(request.url).searchParams
  const filters: Filters<Name> = {}
  for (const name of [...names, 'cursor' as const]) {
    const value = query.get(name)?.trim()
    if (value) filters[name] = value
  }
  return filters
}

/** The filters of the days on which something happened. Links of the overview have them. */
export const periodNames = ['from', 'to'] as const

/** A page of a list, or why there is none: a filter that cannot be, or no connection. */
export const toListResult = async <Item,>(request: Promise<Page<Item>>): Promise<LoadResult<Page<Item>>> => {
  try {
    return { ok: true, value: await request }
  } catch (error) {
    if (isApiResponseError(error) && error.status < 500 && error.status !== 400) throw error
    return { ok: false, message: toDisplayError(error).message }
  }
}

export type FilterField = { name: string; label: string } & (
  | { type: 'text' | 'email' | 'date' }
  | { type: 'select'; options: readonly (readonly [value: string, label: string])[] }
)

const toQuery = (filters: Filters<string>): string =>
  `?${new URLSearchParams(Object.entries(filters).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])))}`

const Control = ({ field, value }: { field: FilterField; value: string }) => {
  const shared = { className: 'input', name: field.name, id: `filter-${field.name}`, defaultValue: value }
  if (field.type !== 'select') return <input {...shared} type={field.type} maxLength={254} />
  return (
    <select {...shared}>
      {field.options.map(([option, label]) => (
        <option key={option} value={option}>
          {label}
        </option>
      ))}
    </select>
  )
}

/** The filters of a list. Filters without a field, such as the bike of a link, stay until all is shown again. */
export const FilterForm = ({ fields, filters }: { fields: readonly FilterField[]; filters: Filters<string> }) => {
  const { show, showAll } = useMessages(adminListMessages)
  const { cursor: _, ...chosen } = filters
  const others = Object.entries(chosen).filter(([name]) => !fields.some((field) => field.name === name))
  return (
    // The server says what is wrong with a filter, and takes an address with marks that other programs leave.
    <Form className="list-filters" role="search" noValidate key={toQuery(chosen)}>
      {fields.map((field) => (
        <div className="field" key={field.name}>
          <label htmlFor={`filter-${field.name}`}>{field.label}</label>
          <Control field={field} value={chosen[field.name] ?? ''} />
        </div>
      ))}
      {others.map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      <div className="acts">
        <button className="btn btn--line" type="submit">
          {show}
        </button>
        {Object.keys(chosen).length > 0 && (
          <Link className="btn btn--quiet" to="?">
            {showAll}
          </Link>
        )}
      </div>
    </Form>
  )
}

/** 2026-11-22 → 22/11/2026, as other dates of lists are written. */
const useDay = () => {
  const { digits } = useFormat()
  return (day: string): string => digits(day.replace(/^(\d+)-(\d+)-(\d+)$/, '$3/$2/$1'))
}

type PeriodProps = { filters: Filters<string>; of: string | undefined; names: readonly string[] }

/** The days that the list is limited to and what happened on them, with a link to the list without them. */
export const PeriodLine = ({ filters, of, names }: PeriodProps) => {
  const { period } = useMessages(adminListMessages)
  const toDay = useDay()
  const { cursor: _, from, to, ...others } = filters
  const days = period.days(from && toDay(from), to && toDay(to))
  const text = [of, days].filter(Boolean).join(' · ')
  if (text === '') return null
  const kept = Object.fromEntries(Object.entries(others).filter(([name]) => !names.includes(name)))
  return (
    <p className="list-filters__period">
      {text}{' '}
      <Link to={toQuery(kept)} aria-label={period.removeLabel(text)}>
        {period.remove}
      </Link>
    </p>
  )
}

/** A column of a list. `isNumber` is set to the right, the words of `isWord` are never cut within. */
export type Column<Item> = { label: string; render: (item: Item) => ReactNode; isNumber?: true; isWord?: true }

type ListProps<Item> = {
  caption: string
  page: Page<Item>
  filters: Filters<string>
  columns: readonly Column<Item>[]
  getKey: (item: Item) => string
}

const Pages = ({ filters, next }: { filters: Filters<string>; next: string | null }) => {
  const { pages, firstPage, nextPage } = useMessages(adminListMessages)
  if (filters.cursor === undefined && next === null) return null
  return (
    <nav className="pages" aria-label={pages}>
      <span />
      {filters.cursor !== undefined && (
        <Link className="btn btn--line" to={toQuery({ ...filters, cursor: undefined })}>
          {firstPage}
        </Link>
      )}
      {next !== null && (
        <Link className="btn btn--line" to={toQuery({ ...filters, cursor: next })}>
          {nextPage}
        </Link>
      )}
    </nav>
  )
}

/** One page of a list. The first column names the row; on a phone each row is a card. */
export const ListTable = <Item,>({ caption, page, filters, columns, getKey }: ListProps<Item>) => {
  const { none, noneText, showAll } = useMessages(adminListMessages)
  if (page.items.length === 0 && filters.cursor === undefined)
    return (
      <EmptyState
        heading={none}
        action={
          <Link className="btn btn--primary" to="?">
            {showAll}
          </Link>
        }
      >
        {noneText}
      </EmptyState>
    )
  return (
    <>
      <table className="list-table">
        <caption className="sr-only">{caption}</caption>
        <thead>
          <tr>
            {columns.map(({ label, isNumber }) => (
              <th key={label} scope="col" className={isNumber && 'end'}>
                {label}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {page.items.map((item) => (
            <tr key={getKey(item)}>
              {columns.map(({ label, render, isNumber, isWord }) => (
                <td key={label} className={isNumber ? 'end num' : isWord && 'word'} data-label={label}>
                  <span>{render(item)}</span>
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      <Pages filters={filters} next={page.next} />
    </>
  )
}
