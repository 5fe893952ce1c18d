import { Suspense, use, type ReactNode } from 'react'

/** Loader data: resolved on the server, possibly a promise in the browser. */
export type Deferred<T> = T | Promise<T>

/**
 * Defers a list in a loader: the server waits for it, so that the HTML contains it; the browser shows the page at once.
 * `request` must not reject: wrap it in `toLoadResult`.
 */
export const defer = async <T,>(request: Promise<T>): Promise<{ data: Deferred<T> }> => ({
  data: import.meta.env.SSR ? await request : request,
})

const Resolved = <T,>({ data, children }: { data: Deferred<T>; children: (value: T) => ReactNode }) =>
  children(data instanceof Promise ? use(data) : data)

/** Shows `fallback` until the data is loaded. */
export const Await = <T,>(props: { data: Deferred<T>; fallback: ReactNode; children: (value: T) => ReactNode }) => (
  <Suspense fallback={props.fallback}>
    <Resolved data={props.data}>{props.children}</Resolved>
  </Suspense>
)
