// Short lists that stay on this device: bikes that were looked at, and bikes to compare. They are nobody else's business,
// so the shop is told nothing of them.
import { useSyncExternalStore } from 'react'

const prefix = 'motohaat-kept-'
const changed = 'kept-changed'

/** What is kept: `compare` are slugs with commas between them, `recent` is JSON. */
export type KeptName = 'compare' | 'recent'

const read = (name: KeptName): string => {
  try {
    return localStorage.getItem(prefix + name) ?? ''
  } catch {
    // Where the browser bars storage nothing is kept.
    return ''
  }
}

/** Keeps a text, or nothing any more when it is empty. */
export const keepHere = (name: KeptName, text: string): void => {
  try {
    if (text === '') localStorage.removeItem(prefix + name)
    else localStorage.setItem(prefix + name, text)
  } catch {
    return
  }
  dispatchEvent(new Event(changed))
}

const subscribe = (hear: () => void) => {
  // The storage event comes from other tabs only.
  addEventListener(changed, hear)
  addEventListener('storage', hear)
  return () => {
    removeEventListener(changed, hear)
    removeEventListener('storage', hear)
  }
}

/** What is kept on this device; empty on the server and at the first paint, so that both sides show the same. */
export const useKept = (name: KeptName): string =>
  useSyncExternalStore(
    subscribe,
    () => read(name),
    () => '',
  )
