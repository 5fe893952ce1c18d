/** What is open above the page, see layers.ts. */
export type Layers = {
  handlePopState: (event: PopStateEvent) => void
  /** Returns the function to call after closing. */
  open: (close: () => void) => () => void
}

/** The layers of this browser window; layers.ts creates them when the first one opens. */
export const popState: { layers?: Layers } = {}

// Gets each event before the router, which does not see an event whose propagation is stopped. The listeners of the window
// run in the order of their registration, so this module is loaded before the router starts.
globalThis.addEventListener?.('popstate', (event) => popState.layers?.handlePopState(event))
