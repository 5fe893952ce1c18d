// What the first process and those that serve for it say to each other.
import { z } from 'zod'

/** To one that serves. */
export const Told = z.discriminatedUnion('tell', [
  z.object({ tell: z.literal('open'), ground: z.unknown() }),
  /** The shop's own PostgreSQL was opened again. */
  z.object({ tell: z.literal('moved'), socketDir: z.string() }),
  z.object({ tell: z.literal('measure'), asked: z.int() }),
  z.object({ tell: z.literal('leave') }),
])
export type Told = z.output<typeof Told>

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null

/** By one that serves. */
export const Said = z.discriminatedUnion('said', [
  z.object({ said: z.literal('here') }),
  z.object({ said: z.literal('measured'), asked: z.int(), values: z.array(z.custom<object>(isObject)) }),
])
export type Said = z.output<typeof Said>
