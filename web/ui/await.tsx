import { Suspense, use, type ReactNode } from 'react'

/** Loader data: resolved on the server, possibly a promise in the browser. */
export type Deferred<T> = T | Promise<T>

/**
 * Whether a loader runs for the history entry that the browser shows: after Back, Forward or a retry. A link changes the
 * address only when its loaders are done.
 */
export const isCurrentEntry = ({ url }: Request): boolean => location.href.split('#')[0] === url

/**
 * Defers a list in a loader: the browser shows the page at once. The server waits for it, so that the HTML contains it;
 * Back waits too, because the page must have its height to return to the person's place. `list` must not reject: wrap it
 * in `toLoadResult`.
 */
export const defer = async <T,>(request: Request, list: Promise<T>): Promise<{ data: Deferred<T> }> => ({
  data: import.meta.env.SSR || isCurrentEntry(request) ? await list : list,
})

const Resolved = <T,>({ data, children }: { data: Deferred<T>; children: (value: T) => ReactNode }) =>
  children(data instanceof Promise ? use(data) : data)

/** Shows `fallback` until the data is loaded. */
export const Await = <T,>(props: { data: Deferred<T>; fallback: ReactNode; children: (value: T) => ReactNode }) => (
  <Suspense fallback={props.fallback}>
    <Resolved data={props.data}>{props.children}</Resolved>
  </Suspense>
)
