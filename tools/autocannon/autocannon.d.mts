/** The part of autocannon's options that is used. `duration` is in seconds. */
type Options = { url: string; connections: number; duration: number; headers?: Record<string, string> }

/** The part of autocannon's result that is used. `requests` has figures per second, `errors` counts failed connections. */
type Result = {
  requests: { average: number; total: number }
  errors: number
  non2xx: number
  '2xx': number
  '4xx': number
}

/** Sends requests over all connections for some seconds, and counts the responses. */
export declare const autocannon: (options: Options) => Promise<Result>
