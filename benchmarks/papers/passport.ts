// What the papers passport adds to the answer of a bike: the endpoint with the statement of the server, and the same one
// with a statement that reads no papers.
import Fastify from 'fastify'
import type pg from 'pg'
import { bikePageCalls } from '#contract/bike-page.ts'
import { bikePageRoutes } from '#market/bikes/bike-page/routes.ts'
import type { Member } from '#market/schema/people/members.ts'
import type { Database } from '#platform/database/database.ts'
import { createPrimaryReads } from '#platform/database/replica.ts'
import { registerRoutes } from '#platform/http/router.ts'
import type { Action } from '#benchmarks/load/load-generator.ts'
import { bikeCount, type PaperDatabases } from './paper-databases.ts'
import { comparePairs, type PairFigures } from './pairs.ts'

const papersPattern = /json_build_object\('level'.*?'\[\]'\)\)/s
const noPapers = `'{"level": "not_said", "papers": []}'::json`

/** The statement of the bike page without its papers; every other statement as it is. */
const removePapers = (query: unknown): unknown => {
  if (typeof query !== 'object' || query === null || !('text' in query) || typeof query.text !== 'string') return query
  if (!('name' in query) || query.name !== 'bike_page') return query
  if (!papersPattern.test(query.text)) throw new Error('The statement of the bike page reads no papers any more.')
  return { ...query, text: query.text.replace(papersPattern, noPapers) }
}

/** Every new connection of the pool sends the statement of the bike page without papers. */
const sendNoPapers = ({ $client }: Database): void =>
  void $client.on('connect', (client) => {
    const send = client.query.bind(client)
    const query = (...[first, ...rest]: unknown[]): unknown =>
      Reflect.apply(send, client, [removePapers(first), ...rest])
    client.query = query as pg.PoolClient['query'] // oxlint-disable-line typescript/no-unsafe-type-assertion
  })

/** Reads one bike after the other; `count` is how many papers each has. */
const createReader = (db: Database, count: number): Action => {
  const app = Fastify()
  const nobody = { authenticate: async () => null, authenticateSession: async () => null, mayAccess: () => false }
  const routes = bikePageRoutes({ replicaReads: createPrimaryReads(db), now: () => new Date() })
  registerRoutes<typeof bikePageCalls, Member>(app, bikePageCalls, routes, nobody)
  let next = 0
  return async () => {
    // Every twentieth bike from the first one on is on sale.
    const n = 1 + ((next * 20) % bikeCount)
    next += 1
    const { statusCode, body } = await app.inject({ url: `/api/bikes/bike-${String(n).padStart(10, '0')}` })
    const found = body.match(/"validUntil"/g)?.length ?? 0
    if (statusCode === 200 && found !== count) throw new Error(`A bike has ${found} papers instead of ${count}.`)
    return statusCode
  }
}

/** `one` is the answer with the passport. */
export const measurePassport = ({ few, other, postgres }: PaperDatabases, quick: boolean): Promise<PairFigures> => {
  sendNoPapers(other)
  const size = quick
    ? { pairs: 400, rounds: 3, actionsPerRound: 100 }
    : { pairs: 1_500, rounds: 5, actionsPerRound: 200 }
  return comparePairs({ one: createReader(few, 5), other: createReader(other, 0) }, size, postgres)
}
