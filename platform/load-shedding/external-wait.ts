// What a request spends on waiting for servers of others: it gives its place in load shedding to others meanwhile.
import { AsyncLocalStorage } from 'node:async_hooks'

export type ExternalWait = {
  /** Runs when the request starts to wait. */
  begin: () => void
  /** Runs when the last wait of the request has ended. */
  end: () => void
  /** How many calls of the request wait now. */
  waiting: number
  /** Milliseconds that the request has waited for servers of others so far. */
  spentMs: number
}

const currentWait = new AsyncLocalStorage<ExternalWait>()

/** Runs the rest of a request; calls of external services find `wait` there. */
export const runWithExternalWait = (wait: ExternalWait, run: () => void): void => currentWait.run(wait, run)

/** Milliseconds that the current request has waited for servers of others; 0 in a background job. */
export const getWaitedMs = (): number => currentWait.getStore()?.spentMs ?? 0

/** Runs a call of somebody else's server; the request counts as waiting until it ends. */
export const waitExternally = async <Result>(call: () => Promise<Result>): Promise<Result> => {
  const wait = currentWait.getStore()
  if (!wait) return call()
  const startedAt = performance.now()
  wait.waiting += 1
  if (wait.waiting === 1) wait.begin()
  try {
    return await call()
  } finally {
    wait.waiting -= 1
    wait.spentMs += performance.now() - startedAt
    if (wait.waiting === 0) wait.end()
  }
}
