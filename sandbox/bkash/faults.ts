// Faults that tests inject into the sandbox of bKash. They are not stored: a restart clears them.
import { z } from 'zod'

export const operations = [
  'grant',
  'refresh',
  'create',
  'execute',
  'status',
  'refund',
  'refund_query',
  'payout',
  'search',
] as const
export type Operation = (typeof operations)[number]

/**
 * `delay`, `status`, `drop_before`, `unknown_code` and `unknown_payment` apply before the effect; `delay_after`, `drop_after`, `garbage`,
 * `status_after` and `unknown_code_after` after it; `token_expired` refuses the token, `token_expired_in_words` with an answer
 * of success that only says so; `stale` is a status from before the PIN was typed. Of `refund`: `refund_refused`. The fault ignores `skip` calls, then applies `times` times.
 */
export const Fault = z.strictObject({
  operation: z.enum(operations),
  fault: z.enum([
    'delay',
    'status',
    'drop_before',
    'delay_after',
    'drop_after',
    'garbage',
    'status_after',
    'unknown_code',
    'unknown_code_after',
    'unknown_payment',
    'token_expired',
    'token_expired_in_words',
    'stale',
    'refund_refused',
  ]),
  times: z.number().int().min(1).default(1),
  skip: z.number().int().min(0).default(0),
  delayMs: z.number().int().min(0).max(600_000).default(0),
})
export type Fault = z.infer<typeof Fault>
export type FaultInput = z.input<typeof Fault>

/** The faults that wait for their calls. */
export const createFaults = () => {
  let pending: Fault[] = []
  const calls: Partial<Record<Operation, number>> = {}
  return {
    add: (fault: FaultInput) => void pending.push(Fault.parse(fault)),
    clear: () => void (pending = []),
    /** How often each operation was called since the start. */
    countCalls: () => ({ ...calls }),
    /** Returns the faults of this call and counts it for each of them. */
    take: (operation: Operation): ReadonlySet<Fault['fault']> & { delayMs: number } => {
      calls[operation] = (calls[operation] ?? 0) + 1
      const matching = pending.filter((one) => one.operation === operation)
      const active = matching.filter(({ skip }) => skip === 0)
      for (const one of matching) {
        if (one.skip > 0) one.skip -= 1
        else one.times -= 1
      }
      pending = pending.filter(({ times }) => times > 0)
      const delayMs = active.reduce((sum, one) => sum + one.delayMs, 0)
      return Object.assign(new Set(active.map(({ fault }) => fault)), { delayMs })
    },
  }
}
export type Faults = ReturnType<typeof createFaults>
