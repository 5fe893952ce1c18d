// What is open above the page, such as a dialog or a menu. Back closes it instead of leaving the page.
//
// What opens pushes a history entry with the page's own URL and router state, marked by `layer`. Back then returns to the
// page's entry, and the router does not see it. After any other way to close, the marked entry stays the current one and
// Back skips the page's entry: `history.back()` at that moment would race with a navigation.
import { popState, type Layers } from './pop-state.ts'

type Layer = { close: () => void; key: string | undefined }

type EntryState = { key?: string; layer?: number }

/** The state that the router and this module keep in the current history entry. */
const getEntry = (): EntryState => {
  const state: unknown = history.state
  return typeof state === 'object' && state !== null ? state : {}
}

const createLayers = (): Layers => {
  /** The last one is on top. */
  const layers: Layer[] = []
  /** The page whose marked entry is the current one while nothing is open. */
  let unusedEntry: { key: string | undefined } | null = null

  const updateUnusedEntry = () => {
    const { key, layer = 0 } = getEntry()
    unusedEntry = layer > 0 && layers.length === 0 ? { key } : null
  }
  const handlePopState = (event: PopStateEvent) => {
    const { key, layer = 0 } = getEntry()
    const isBackToOpenPage = layers.length > 0 && layers.at(-1)?.key === key
    const isPastUnusedEntry = layers.length === 0 && layer === 0 && unusedEntry !== null && unusedEntry.key === key
    if (isBackToOpenPage || isPastUnusedEntry) event.stopImmediatePropagation()
    if (isBackToOpenPage) {
      do layers.pop()?.close()
      while (layers.length > layer)
    }
    updateUnusedEntry()
    if (isPastUnusedEntry) history.back()
  }
  const open = (close: () => void): (() => void) => {
    const entry = getEntry()
    const layer: Layer = { close, key: entry.key }
    layers.push(layer)
    if ((entry.layer ?? 0) < layers.length) history.pushState({ ...entry, layer: layers.length }, '')
    updateUnusedEntry()
    return () => {
      const index = layers.indexOf(layer)
      if (index < 0) return
      layers.splice(index, 1)
      updateUnusedEntry()
    }
  }
  return { handlePopState, open }
}

/**
 * Registers what has just been opened above the page. Back calls `close` once.
 * @returns a function to call when it is closed, in whatever way
 */
export const openLayer = (close: () => void): (() => void) => {
  popState.layers ??= createLayers()
  return popState.layers.open(close)
}
