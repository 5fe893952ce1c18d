// Short lists in local storage: recently viewed bikes and bikes to compare. They are private and never sent to the server.
import { useSyncExternalStore } from 'react'

const prefix = 'motohaat-kept-'
const changeEvent = 'kept-changed'

/** `compare` holds slugs separated by commas, `recent` holds JSON. */
export type StoredListName = 'compare' | 'recent'

const readList = (name: StoredListName): string => {
  try {
    return localStorage.getItem(prefix + name) ?? ''
  } catch {
    // Without storage the list is empty.
    return ''
  }
}

/** Saves a list; an empty text removes it. */
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
  // The browser dispatches `storage` for changes in other tabs only.
  addEventListener(changeEvent, listener)
  addEventListener('storage', listener)
  return () => {
    removeEventListener(changeEvent, listener)
    removeEventListener('storage', listener)
  }
}

/** The stored text; empty on the server and during hydration, so that both render the same. */
export const useStoredList = (name: StoredListName): string =>
  useSyncExternalStore(
    subscribe,
    () => readList(name),
    () => '',
  )
