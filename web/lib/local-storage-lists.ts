// Short lists that stay on this device: bikes that were looked at, and bikes to compare. They are nobody else's business,
// so the shop is told nothing of them.
import { useSyncExternalStore } from 'react'

const prefix = 'motohaat-kept-'
const changeEvent = 'kept-changed'

/** What is kept: `compare` are slugs with commas between them, `recent` is JSON. */
export type StoredListName = 'compare' | 'recent'

const readList = (name: StoredListName): string => {
  try {
    return localStorage.getItem(prefix + name) ?? ''
  } catch {
    // Where the browser bars storage nothing is kept.
    return ''
  }
}

/** Keeps a text, or nothing any more when it is empty. */
export const saveList = (name: StoredListName, text: string): void => {
  try {
    if (text === '') localStorage.removeItem(prefix + name)
    else localStorage.setItem(prefix + name, text)
  } catch {
    return
  }
  dispatchEvent(new Event(changeEvent))
}

const subscribe = (listener: () => void) => {
  // The storage event comes from other tabs only.
  addEventListener(changeEvent, listener)
  addEventListener('storage', listener)
  return () => {
    removeEventListener(changeEvent, listener)
    removeEventListener('storage', listener)
  }
}

/** What is kept on this device; empty on the server and at the first paint, so that both sides show the same. */
export const useStoredList = (name: StoredListName): string =>
  useSyncExternalStore(
    subscribe,
    () => readList(name),
    () => '',
  )
