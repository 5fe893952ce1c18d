/** A promise and what resolves it, as Promise.withResolvers gives them, which Safari has since 17.4. */
export const createDeferred = <Value>(): { promise: Promise<Value>; resolve: (value: Value) => void } => {
  let resolve: (value: Value) => void = () => {}
  const promise = new Promise<Value>((resolvePromise) => {
    resolve = resolvePromise
  })
  return { promise, resolve }
}
