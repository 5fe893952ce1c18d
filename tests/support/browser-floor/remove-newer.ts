// Takes away from a browser what is newer than the oldest ones that the pages work in.
import { newerFeatures } from './newer-features.ts'

export type Removal = { globals: string[]; members: [name: string, members: string[]][] }

// The script of the card sandbox styles its fields with them; Stripe's own does without.
const usedByCardSandbox = new Set(['CSSStyleSheet', 'ShadowRoot'])

/** What `removeNewer` takes away, as an argument for `addInitScript`. */
export const createRemoval = (): Removal => ({
  globals: [...newerFeatures.globals],
  members: [...newerFeatures.members]
    .filter(([name]) => !usedByCardSandbox.has(name))
    .map(([name, members]) => [name, [...members]]),
})

/** Runs in the page before its scripts. Everything it needs is inside, because Playwright sends its text. */
export const removeNewer = ({ globals, members }: Removal): void => {
  const readGlobal = (name: string): unknown =>
    name === 'Window'
      ? globalThis
      : name === 'TypedArray'
        ? Object.getPrototypeOf(Int8Array)
        : Reflect.get(globalThis, name)
  const isHolder = (value: unknown): value is object =>
    (typeof value === 'object' && value !== null) || typeof value === 'function'
  for (const [name, names] of members) {
    const target = readGlobal(name)
    if (!isHolder(target)) continue
    const prototype: unknown = 'prototype' in target ? target.prototype : null
    for (const member of names)
      for (const holder of [target, prototype]) if (isHolder(holder)) Reflect.deleteProperty(holder, member)
  }
  for (const name of globals) Reflect.deleteProperty(globalThis, name)
  // An error of the page fails the test.
  if ('withResolvers' in Promise || 'timeout' in AbortSignal) throw new Error('The browser still has newer functions.')
}
