import { Suspense, use, type ReactNode } from 'react'

/** Loader data that the server has at hand, and that in the browser may still be on its way. */
export type Deferred<T> = T | Promise<T>

/**
 * What a loader gives for a list: the server waits for it, so that the page carries it; the browser opens the screen at
 * once and fills the list in. The call must not fail: wrap it in `loaded`.
 */
export const defer = async <T,>(request: Promise<T>): Promise<{ data: Deferred<T> }> => ({
  data: import.meta.env.SSR ? await request : request,
})

const Resolved = <T,>({ data, children }: { data: Deferred<T>; children: (value: T) => ReactNode }) =>
  children(data instanceof Promise ? use(data) : data)

/** Shows `waiting` until the data is here. */
export const Await = <T,>(props: { data: Deferred<T>; fallback: ReactNode; children: (value: T) => ReactNode }) => (
  <Suspense fallback={props.fallback}>
    <Resolved data={props.data}>{props.children}</Resolved>
  </Suspense>
)
