import { Suspense, use, type ReactNode } from 'react'

/** Loader data that the server has at hand, and that in the browser may still be on its way. */
export type Coming<T> = T | Promise<T>

/**
 * What a loader gives for a list: the server waits for it, so that the page carries it; the browser opens the screen at
 * once and fills the list in. The call must not fail: wrap it in `loaded`.
 */
export const coming = async <T,>(call: Promise<T>): Promise<{ data: Coming<T> }> => ({
  data: import.meta.env.SSR ? await call : call,
})

const Here = <T,>({ data, children }: { data: Coming<T>; children: (value: T) => ReactNode }) =>
  children(data instanceof Promise ? use(data) : data)

/** Shows `waiting` until the data is here. */
export const WhenHere = <T,>(props: { data: Coming<T>; waiting: ReactNode; children: (value: T) => ReactNode }) => (
  <Suspense fallback={props.waiting}>
    <Here data={props.data}>{props.children}</Here>
  </Suspense>
)
