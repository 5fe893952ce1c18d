// What the first process and those that serve for it say to each other.
import { z } from 'zod'

/** To one that serves. */
export const WorkerCommand = z.discriminatedUnion('tell', [
  z.object({ tell: z.literal('open'), ground: z.unknown() }),
  /** The shop's own PostgreSQL was opened again. */
  z.object({ tell: z.literal('moved'), socketDir: z.string() }),
  z.object({ tell: z.literal('measure'), asked: z.int() }),
  z.object({ tell: z.literal('leave') }),
  /** The answer to `gone`: every connection that was handed over before has been given back or served. */
  z.object({ tell: z.literal('bye') }),
])
export type WorkerCommand = z.output<typeof WorkerCommand>

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null

/** By one that serves. */
export const WorkerMessage = z.discriminatedUnion('said', [
  z.object({ said: z.literal('here') }),
  /** It has finished and listens no more. */
  z.object({ said: z.literal('gone') }),
  z.object({ said: z.literal('measured'), asked: z.int(), values: z.array(z.custom<object>(isObject)) }),
])
export type WorkerMessage = z.output<typeof WorkerMessage>
