// Faults that tests inject, and how often they apply. They are not stored: a restart clears them.
import { setTimeout as pause } from 'node:timers/promises'
import { z } from 'zod'

export const operations = [
  'create',
  'retrieve',
  'list',
  'confirm',
  'cancel',
  'refund',
  'retrieve_refund',
  'list_refunds',
  'retrieve_charge',
  'balance',
  'payout',
  'list_disputes',
  'list_events',
  'payment_method',
  'retrieve_payment_method',
  'authenticate',
  'webhook',
] as const

export type Operation = (typeof operations)[number]

/**
 * `delay`, `status` and `drop_before` apply before the effect; `delay_after`, `drop_after`, `garbage` and `html` after it.
 * Webhooks support `delay`, `duplicate` (`copies` in all, sent together) and `hold` (not sent until released).
 * A refund supports `refund_pending` (it stays so until /sandbox/refunds ends it) and `refund_failed` (it fails at once).
 * The fault ignores `skip` calls, then applies `times` times.
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
    'html',
    'duplicate',
    'hold',
    'refund_pending',
    'refund_failed',
  ]),
  times: z.number().int().min(1).default(1),
  skip: z.number().int().min(0).default(0),
  delayMs: z.number().int().min(0).max(600_000).default(0),
  status: z.union([z.literal(500), z.literal(503), z.literal(429), z.literal(400)]).default(500),
  copies: z.number().int().min(2).max(100).default(2),
})

export type Fault = z.infer<typeof Fault>
export type FaultInput = z.input<typeof Fault>
export type Faults = ReturnType<typeof createFaults>

export function createFaults() {
  const pending: Fault[] = []
  return {
    add: (fault: FaultInput) => void pending.push(Fault.parse(fault)),
    clear: () => void pending.splice(0),
    list: (): readonly Fault[] => pending.map((fault) => ({ ...fault })),
    /** Returns the faults that apply to this call and counts it for each of them. */
    take(operation: Operation): Fault[] {
      const matching = pending.filter((fault) => fault.operation === operation)
      const active = matching.filter((fault) => fault.skip === 0)
      for (const fault of matching) consumeFault(fault)
      const remaining = pending.filter((fault) => fault.times > 0)
      pending.splice(0, pending.length, ...remaining)
      return active
    },
  }
}

function consumeFault(fault: Fault) {
  if (fault.skip > 0) fault.skip -= 1
  else fault.times -= 1
}

export async function applyDelay(faults: Fault[], kind: 'delay' | 'delay_after') {
  const delayMs = faults.filter(({ fault }) => fault === kind).reduce((sum, fault) => sum + fault.delayMs, 0)
  if (delayMs > 0) await pause(delayMs, undefined, { ref: false })
}
