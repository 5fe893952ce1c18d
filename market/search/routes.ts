import type { FoundBikes, SearchQuery, searchCalls } from '#contract/search.ts'
import type { Database } from '#platform/database/database.ts'
import type { Handlers } from '#platform/http/router.ts'
import { pageOf } from '#platform/database/paging.ts'
import type { SharedReads } from '#platform/database/replica.ts'
import { forMembers } from '#market/bikes/rules.ts'
import type { Member } from '#market/members/table.ts'
import { type Looked, look, openBikes, placesOf } from './queries.ts'
import { facetsOf, type Weighed } from './facets/rules.ts'
import { meaningOf, type Meant } from './query-parser/rules.ts'
import { type Names, openNames } from './dictionary/provider.ts'
import {
  type Asked,
  chosenIn,
  cursorOf,
  forVisitors,
  narrowestFirst,
  type Part,
  partsOf,
  placeIn,
  together,
  without,
} from './rules.ts'
import { suggestionsFor } from './suggestions/rules.ts'
import { tallyOf } from './facet-counts/rules.ts'

type Room = { shared: SharedReads; now: () => Date }

const rowsUsual = 24

type Page = { ids: { id: string; value: number }[]; asked: Asked; dropped: Part[] }

/** Asks for one page; where nothing is found, lets go of one part or another, and only then of several. */
const findPage = async (db: Database, query: SearchQuery, asked: Asked, names: Names): Promise<Page> => {
  const after = query.cursor === undefined ? null : placeIn(query.cursor)
  const rows = Number(query.limit ?? rowsUsual) + 1
  const find = async (dropped: Part[]): Promise<Page> => {
    const wider = without(asked, dropped)
    const sort = query.sort ?? 'newest'
    return { ids: await placesOf(db, { asked: together(wider), sort, after, rows }), asked: wider, dropped }
  }
  const first = await find(after?.dropped ?? [])
  if (first.ids.length > 0 || after) return first
  return (await widen(db, asked, names, find)) ?? first
}

type Find = (dropped: Part[]) => Promise<Page>

const widen = async (db: Database, asked: Asked, names: Names, find: Find): Promise<Page | null> => {
  const parts = narrowestFirst(partsOf(asked), await ownCounts(db, asked, names))
  for (const part of parts) {
    const page = await find([part])
    if (page.ids.length > 0) return page
  }
  for (let count = 2; count <= parts.length; count += 1) {
    const page = await find(parts.slice(0, count))
    if (page.ids.length > 0) return page
  }
  return null
}

/** How many bikes each part alone would find, among those that were looked at. */
const ownCounts = async (db: Database, asked: Asked, names: Names): Promise<Map<Part, number>> => {
  const parts = partsOf(asked)
  const { rows } = await look(db, together(without(asked, parts)), names.expected(together(without(asked, parts))))
  const counts = parts.map((part) => {
    const others = parts.filter((one) => one !== part)
    return [part, tallyOf(rows, without(asked, others)).total] as const
  })
  // Whether words stand in a text is not in what is counted: they are the first to go.
  return new Map(counts.map(([part, count]) => [part, part === 'words' ? -1 : count]))
}

const weigh = ({ rows, times }: Looked, asked: Asked): Weighed => ({ tally: tallyOf(rows, asked), times })

/** Counts what the bikes are made of. What is chosen of makes or places leads to the rest only, so they are looked at again. */
const countAll = async (db: Database, asked: Asked, names: Names) => {
  const lookWithout = async (parts: Part[]): Promise<Weighed> => {
    const chosen = without(asked, parts).chosen
    const wider = together({ ...asked, chosen })
    return weigh(await look(db, wider, names.expected(wider)), asked)
  }
  const { brand, model, place } = asked.chosen
  const rest = lookWithout([])
  const [all, makes, places] = await Promise.all([
    rest,
    brand || model ? lookWithout(['brand', 'model']) : rest,
    place ? lookWithout(['place']) : rest,
  ])
  return { rest: all, makes, places }
}

const partOf: Record<Meant['kind'], Part> = {
  brand: 'brand',
  model: 'model',
  district: 'place',
  division: 'place',
  cc: 'cc',
  price: 'price',
  year: 'year',
  condition: 'condition',
  verified: 'verified',
  word: 'words',
}

/** What a part was asked to be, as it was typed or chosen. */
const whatOf = (part: Part, understood: Meant[], query: SearchQuery): string[] => {
  const { brand, model, ccFrom, ccTo, priceFrom, priceTo, yearFrom, yearTo, kmFrom, kmTo, condition } = query
  const chosen: Record<Part, (string | undefined)[]> = {
    words: [],
    brand: [brand],
    model: [model],
    cc: [ccFrom, ccTo],
    price: [priceFrom, priceTo],
    year: [yearFrom, yearTo],
    km: [kmFrom, kmTo],
    condition: [condition],
    place: [query.district ?? query.division],
    verified: [],
  }
  const typed = understood.filter(({ kind }) => partOf[kind] === part).map(({ meant }) => meant)
  return [...typed, ...chosen[part].filter((value) => value !== undefined)]
}

type Searching = { db: Database; bikes: ReturnType<typeof openBikes> }

const search = async (room: Searching, names: Names, query: SearchQuery, me: Member | null): Promise<FoundBikes> => {
  const { asked: typed, understood } = meaningOf(query.q ?? '', names)
  const asked = { typed, ...chosenIn(query, names) }
  const { ids, asked: wider, dropped } = await findPage(room.db, query, asked, names)
  const { items, next } = pageOf(ids, Number(query.limit ?? rowsUsual), (place) => cursorOf({ ...place, dropped }))
  const [found, counted] = await Promise.all([room.bikes(items.map(({ id }) => id)), countAll(room.db, wider, names)])
  const { tally, times } = counted.rest
  return {
    bikes: me ? found.map(forMembers) : found.map(forVisitors),
    next,
    total: Math.max(tally.total * times, items.length),
    counted: times === 1 ? 'all' : 'sample',
    understood,
    widened: dropped.map((part) => ({ part, what: whatOf(part, understood, query) })),
    facets: facetsOf(counted, names),
  }
}

/** The public search, and what its box offers while one types. */
export const searchRoutes = ({ shared, now }: Room): Handlers<typeof searchCalls, Member> => {
  const names = shared((db) => openNames(db, now))
  const ask = shared((db) => {
    const room: Searching = { db, bikes: openBikes(db) }
    return (known: Names, query: SearchQuery, me: Member | null) => search(room, known, query, me)
  })
  return {
    'GET /bikes': async ({ query, me }) => ask(await names(), query, me),
    'GET /bikes/suggest': async ({ query }) => suggestionsFor(query.q ?? '', await names()),
  }
}
