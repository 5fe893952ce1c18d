// Stripe's HTTP transport behind the bound, the timeout and the circuit breaker of an external service.
import { Readable } from 'node:stream'
import { type ExternalService, ExternalServiceError } from '#platform/load-shedding/external-service.ts'

/** A response of the HTTP client of Stripe's library. */
type TransportResponse = {
  getStatusCode: () => number
  getHeaders: () => Record<string, string | string[]>
  getRawResponse: () => unknown
  toStream: (onComplete: () => void) => NodeJS.ReadableStream
  toJSON: () => Promise<unknown>
}

/** The HTTP client of Stripe's library, with its many arguments of one request. */
type Transport<Request extends unknown[]> = {
  getClientName: () => string
  makeRequest: (...request: Request) => Promise<TransportResponse>
}

/** Whether a response means that Stripe failed. Refusals such as 402 and 429 are no failures. */
export const isFailedResponse = (response: unknown): boolean =>
  typeof response === 'object' &&
  response !== null &&
  'getStatusCode' in response &&
  typeof response.getStatusCode === 'function' &&
  Number(Reflect.apply(response.getStatusCode, response, [])) >= 500

/** Reads the whole body, so that a body that never ends counts as a call that hangs. */
const readResponse = async (response: TransportResponse): Promise<TransportResponse> => {
  const body: unknown = await response.toJSON()
  return {
    getStatusCode: () => response.getStatusCode(),
    getHeaders: () => response.getHeaders(),
    getRawResponse: () => response.getRawResponse(),
    toStream: (onComplete) => response.toStream(onComplete),
    toJSON: async () => body,
  }
}

/** A response in place of Stripe's when Stripe is not called. The client does not retry it, and keeps `detail` in its error. */
const createRefusedResponse = (error: ExternalServiceError): TransportResponse => ({
  getStatusCode: () => 503,
  getHeaders: () => ({ 'stripe-should-retry': 'false' }),
  getRawResponse: () => null,
  toStream: () => Readable.from([]),
  toJSON: async () => ({ error: { type: 'api_error', message: error.message, detail: error } }),
})

/** Wraps the HTTP client of Stripe's library. Each try of a call is one call of `service`. */
export const guardTransport = <Request extends unknown[]>(
  transport: Transport<Request>,
  service: ExternalService,
): Transport<Request> => ({
  getClientName: () => transport.getClientName(),
  makeRequest: (...request) =>
    service
      .call(async () => readResponse(await transport.makeRequest(...request)))
      .catch((error: unknown) => {
        if (error instanceof ExternalServiceError) return createRefusedResponse(error)
        throw error
      }),
})
