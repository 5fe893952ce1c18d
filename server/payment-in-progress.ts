// The database refuses what would take a bike from a buyer whose money is being taken; the caller reads to try again.
import { ApiError } from '#contract/errors/api-errors.ts'
import { violates } from '#platform/database/database.ts'

type Handler = (...args: never[]) => Promise<unknown>

const refusePaymentInProgress = (error: unknown): never => {
  throw violates(error, 'payment_is_executing') ? new ApiError('bike_being_paid', { cause: error }) : error
}

/** Wraps every handler: a change that waits for the money of a payment is refused with `bike_being_paid`. */
export const mapPaymentInProgress = <Handlers extends Record<string, Handler>>(handlers: Handlers): Handlers => {
  const wrapped = Object.entries(handlers).map(([name, handle]) => [
    name,
    (...args: never[]) => handle(...args).catch(refusePaymentInProgress),
  ])
  // The same names with the same arguments and results.
  return Object.fromEntries(wrapped) as Handlers // oxlint-disable-line typescript/no-unsafe-type-assertion
}
