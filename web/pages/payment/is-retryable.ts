import type { ApiResponseError } from '#contract/client.ts'

/** Stripe may still be finishing the payment. */
const retryableCodes = new Set(['payment_unfinished'])

/** Whether the same request may succeed later: a passing conflict, an overload, a timeout or a server error. */
export const isRetryable = ({ code, status }: ApiResponseError): boolean =>
  retryableCodes.has(code) || status >= 500 || status === 429 || status === 408
