import type { LoaderFunctionArgs } from 'react-router'
import type { z } from 'zod'
import type { CountedPage } from '#contract/call.ts'
import type { Person as Shape } from '#contract/admin.ts'
import { world } from '#web/context/app-context.ts'
import { placeIn, type Place } from '#web/components/list-position.ts'

export type Person = z.output<typeof Shape>

export type People = { place: Place; page: CountedPage<Person> }

const rowsPerPage = '50'

/** The page of sellers or of buyers that the address asks for. */
export const fetchPeople = async (
  { context, request }: LoaderFunctionArgs,
  name: 'GET /sellers' | 'GET /buyers',
): Promise<People> => {
  const place = placeIn(new URL(request.url).searchParams)
  const { client } = context.get(world)
  const { search, cursor } = place
  const query = { limit: rowsPerPage, cursor, search: search === '' ? undefined : search }
  return { place, page: await client.page(name, { query }) }
}
