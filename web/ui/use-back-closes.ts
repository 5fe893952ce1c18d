import { useEffectEvent, useId, useLayoutEffect } from 'react'

const isOwnEntry = (id: string): boolean => {
  const state: unknown = history.state
  return typeof state === 'object' && state !== null && 'dialog' in state && state.dialog === id
}

/**
 * Closes a dialog with the Back button, as on a phone: while it is open it has an entry of its own in the history. A link
 * inside takes that entry with `replace`.
 */
export const useBackCloses = (onClose: () => void): void => {
  const id = useId()
  const close = useEffectEvent(onClose)
  useLayoutEffect(() => {
    history.pushState({ ...history.state, dialog: id }, '')
    // Before the router, for which nothing has changed.
    const onBack = (event: PopStateEvent) => {
      event.stopImmediatePropagation()
      close()
    }
    addEventListener('popstate', onBack, { capture: true, once: true })
    return () => {
      removeEventListener('popstate', onBack, { capture: true })
      if (!isOwnEntry(id)) return
      addEventListener('popstate', (event) => event.stopImmediatePropagation(), { capture: true, once: true })
      history.back()
    }
  }, [id])
}
