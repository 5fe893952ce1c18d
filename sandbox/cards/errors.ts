// Stripe's API errors with their codes, statuses and messages.
import type { ErrorBody } from './schemas.ts'

/** An error of a call that changed nothing. `extra` has the fields that Stripe adds to the error. */
export class StripeApiError extends Error {
  readonly status: number
  readonly errorBody: ErrorBody
  readonly extra: object

  constructor(status: number, errorBody: ErrorBody, extra: object) {
    super(errorBody.message)
    this.status = status
    this.errorBody = errorBody
    this.extra = extra
  }
}

export function createApiError(status: number, errorBody: ErrorBody, extra: object = {}): StripeApiError {
  return new StripeApiError(status, errorBody, extra)
}

export function invalidRequest(message: string, rest: { code?: string; param?: string } = {}): StripeApiError {
  return createApiError(400, { type: 'invalid_request_error', message, ...rest })
}

export function missingParameter(param: string): StripeApiError {
  return invalidRequest(`Missing required param: ${param}.`, { code: 'parameter_missing', param })
}

export function unknownParameter(param: string): StripeApiError {
  return invalidRequest(`Received unknown parameter: ${param}`, { code: 'parameter_unknown', param })
}

export function resourceMissing(kind: string, id: string, param: string): StripeApiError {
  const message = `No such ${kind}: '${id}'`
  return createApiError(404, { type: 'invalid_request_error', code: 'resource_missing', message, param })
}

export function cardError(code: string, message: string, param?: string): StripeApiError {
  return createApiError(402, { type: 'card_error', code, message, ...(param ? { param } : {}) })
}

export function unknownUrl(method: string, path: string): StripeApiError {
  return createApiError(404, {
    type: 'invalid_request_error',
    message: `Unrecognized request URL (${method}: ${path}).`,
  })
}

export function missingKey(): StripeApiError {
  return createApiError(401, {
    type: 'invalid_request_error',
    message: 'You did not provide an API key. Send it in the Authorization header, as Bearer.',
  })
}

export function invalidKey(key: string): StripeApiError {
  // The message may be logged, so it contains only the prefix and the last four characters of the key, as at Stripe.
  const message = `Invalid API Key provided: ${key.slice(0, 8)}****${key.slice(-4)}`
  return createApiError(401, { type: 'invalid_request_error', message })
}

export function secretKeyRequired(): StripeApiError {
  return createApiError(403, {
    type: 'invalid_request_error',
    code: 'secret_key_required',
    message: 'This API call cannot be made with a publishable API key. Please use a secret API key.',
  })
}

export function idempotencyMismatch(key: string): StripeApiError {
  return createApiError(400, {
    type: 'idempotency_error',
    message:
      'Keys for idempotent requests can only be used with the same parameters they were first used with. ' +
      `Try using a key other than '${key}' if you meant to execute a different request.`,
  })
}

export function keyInUse(key: string): StripeApiError {
  return createApiError(409, {
    type: 'invalid_request_error',
    code: 'idempotency_key_in_use',
    message:
      'There is currently another in-progress request using this Idempotent Key (that probably means you submitted ' +
      `twice, and the other request is still going through): ${key}. Please try again later.`,
  })
}

export function unexpectedState(message: string, intent: object): StripeApiError {
  const code = 'payment_intent_unexpected_state'
  return createApiError(400, { type: 'invalid_request_error', code, message }, { payment_intent: intent })
}
