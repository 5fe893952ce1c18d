// The handlers of all modules as one object, as the router takes them.
import type { FastifyInstance } from 'fastify'

type Handler = (...args: never[]) => Promise<unknown>

/** What the server takes of a module of market/. */
export type Module = {
  /** The handlers of its calls, files and streams included. */
  routes?: readonly Record<string, Handler>[]
  /** Its background jobs; server/app.ts has the round in which each runs. */
  jobs?: Record<string, (signal?: AbortSignal) => Promise<unknown>>
  /** Registers what it serves outside of /api. */
  serve?: (app: FastifyInstance) => void
}

type Intersect<Union> = (Union extends unknown ? (part: Union) => void : never) extends (whole: infer Whole) => void
  ? Whole
  : never

type RoutesIn<Modules> = Extract<Modules[keyof Modules], { routes: readonly unknown[] }>['routes'][number]

/** Merges the handlers; throws for a call with two. A call without one is a type error, and the router throws too. */
export const mergeHandlers = <Modules extends Record<string, Module>>(
  modules: Modules,
): Intersect<RoutesIn<Modules>> => {
  const merged = new Map<string, Handler>()
  for (const { routes = [] } of Object.values<Module>(modules))
    for (const [name, handle] of routes.flatMap((handlers) => Object.entries(handlers))) {
      if (merged.has(name)) throw new Error(`Endpoint ${name} has two handlers.`)
      merged.set(name, handle)
    }
  // The same names with the same arguments and results.
  return Object.fromEntries(merged) as Intersect<RoutesIn<Modules>> // oxlint-disable-line typescript/no-unsafe-type-assertion
}
