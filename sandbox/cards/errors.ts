// The ways in which Stripe says no, with its codes, statuses and sentences.
import type { Failure } from './schemas.ts'

/** A refusal that changed nothing. `extra` is what Stripe sends beside the error's own fields. */
export class StripeRefusal extends Error {
  readonly status: number
  readonly failure: Failure
  readonly extra: object

  constructor(status: number, failure: Failure, extra: object) {
    super(failure.message)
    this.status = status
    this.failure = failure
    this.extra = extra
  }
}

export function refuse(status: number, failure: Failure, extra: object = {}): StripeRefusal {
  return new StripeRefusal(status, failure, extra)
}

export function invalidRequest(message: string, rest: { code?: string; param?: string } = {}): StripeRefusal {
  return refuse(400, { type: 'invalid_request_error', message, ...rest })
}

export function missingParameter(param: string): StripeRefusal {
  return invalidRequest(`Missing required param: ${param}.`, { code: 'parameter_missing', param })
}

export function unknownParameter(param: string): StripeRefusal {
  return invalidRequest(`Received unknown parameter: ${param}`, { code: 'parameter_unknown', param })
}

export function noSuch(kind: string, id: string, param: string): StripeRefusal {
  const message = `No such ${kind}: '${id}'`
  return refuse(404, { type: 'invalid_request_error', code: 'resource_missing', message, param })
}

export function cardError(code: string, message: string, param?: string): StripeRefusal {
  return refuse(402, { type: 'card_error', code, message, ...(param ? { param } : {}) })
}

export function noSuchUrl(method: string, path: string): StripeRefusal {
  return refuse(404, {
    type: 'invalid_request_error',
    message: `Unrecognized request URL (${method}: ${path}).`,
  })
}

export function noKey(): StripeRefusal {
  return refuse(401, {
    type: 'invalid_request_error',
    message: 'You did not provide an API key. Send it in the Authorization header, as Bearer.',
  })
}

export function wrongKey(key: string): StripeRefusal {
  // The log of a caller must not learn the key: Stripe shows its kind and its last four letters as well.
  const message = `Invalid API Key provided: ${key.slice(0, 8)}****${key.slice(-4)}`
  return refuse(401, { type: 'invalid_request_error', message })
}

export function secretKeyRequired(): StripeRefusal {
  return refuse(403, {
    type: 'invalid_request_error',
    code: 'secret_key_required',
    message: 'This API call cannot be made with a publishable API key. Please use a secret API key.',
  })
}

export function otherParameters(key: string): StripeRefusal {
  return refuse(400, {
    type: 'idempotency_error',
    message:
      'Keys for idempotent requests can only be used with the same parameters they were first used with. ' +
      `Try using a key other than '${key}' if you meant to execute a different request.`,
  })
}

export function keyInUse(key: string): StripeRefusal {
  return refuse(409, {
    type: 'invalid_request_error',
    code: 'idempotency_key_in_use',
    message:
      'There is currently another in-progress request using this Idempotent Key (that probably means you submitted ' +
      `twice, and the other request is still going through): ${key}. Please try again later.`,
  })
}

export function unexpectedState(message: string, intent: object): StripeRefusal {
  const code = 'payment_intent_unexpected_state'
  return refuse(400, { type: 'invalid_request_error', code, message }, { payment_intent: intent })
}
