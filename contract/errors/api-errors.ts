// What the API answers to an expected error.
import { apiErrors } from './error-codes.ts'
import { formatReason, type Reason } from './reasons.ts'

export type ApiErrorCode = keyof typeof apiErrors

/** The JSON body of an error. The specification asks for `acknowledged: false`. */
export type ApiErrorBody = {
  code: string
  message: string
  requestId: string
  field?: string
  acknowledged?: false
  salePrice?: number
}

const defaultRetrySeconds = 5

/** An expected error. Rules and handlers throw it; the HTTP server sends its status and sentence. */
export class ApiError extends Error {
  readonly code: ApiErrorCode
  readonly status: number
  readonly details: Pick<ApiErrorBody, 'field' | 'salePrice'>
  /** A more precise sentence than that of the code. */
  readonly reason: Reason | null
  /** The `Retry-After` header of a 429 or 503. */
  readonly retryAfterSeconds: number

  constructor(
    code: ApiErrorCode,
    details: {
      field?: string
      salePrice?: number
      reason?: Reason | undefined
      retryAfterSeconds?: number
      cause?: unknown
    } = {},
  ) {
    super(details.reason ? formatReason(details.reason, 'en') : apiErrors[code].message, { cause: details.cause })
    this.code = code
    this.reason = details.reason ?? null
    this.status = apiErrors[code].status
    this.retryAfterSeconds = details.retryAfterSeconds ?? defaultRetrySeconds
    this.details = {
      ...(details.field !== undefined && { field: details.field }),
      ...(details.salePrice !== undefined && { salePrice: details.salePrice }),
    }
  }
}
