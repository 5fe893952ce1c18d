import { useEffect, useRef, type ChangeEvent, type FormEvent, type KeyboardEvent } from 'react'
import { useNavigate, useRevalidator } from 'react-router'
import { parseSearch, toSearchPath } from '#web/lib/search-url.ts'

// From this width on the filters are beside the results, so a tick applies at once.
const wideScreen = '(min-width: 62rem)'

const toAddress = (form: HTMLFormElement): string => {
  const pairs = [...new FormData(form)].flatMap(([name, value]) => (typeof value === 'string' ? [[name, value]] : []))
  return toSearchPath(parseSearch(new URLSearchParams(pairs)))
}

/** Id of the checkbox that opens the filter sheet; CSS reads it, so it works without JavaScript. */
export const filterToggleId = 'filters'

/** Closes the filter sheet; returns its checkbox if it was open. */
const closeFilterSheet = (): HTMLInputElement | null => {
  const toggle = document.getElementById(filterToggleId)
  if (!(toggle instanceof HTMLInputElement) || !toggle.checked) return null
  toggle.checked = false
  return toggle
}

/**
 * The search form with JavaScript: navigates without a page load, and on wide screens as soon as a box is ticked. The
 * ticked box keeps the focus, although the filters are rendered again.
 * @param shownPath path of the shown search; when it changes, the filter sheet closes
 */
export const useSearchForm = (shownPath: string) => {
  const navigate = useNavigate()
  const { revalidate } = useRevalidator()
  const tickedId = useRef<string>(undefined)
  const lastShownPath = useRef(shownPath)
  const navigateTo = (form: HTMLFormElement | null) => {
    if (form) void navigate(toAddress(form), { preventScrollReset: true })
  }
  useEffect(() => {
    if (lastShownPath.current === shownPath) return
    lastShownPath.current = shownPath
    closeFilterSheet()
    if (tickedId.current !== undefined) document.getElementById(tickedId.current)?.focus({ preventScroll: true })
    tickedId.current = undefined
  }, [shownPath])
  return {
    onSubmit: (event: FormEvent<HTMLFormElement>) => {
      event.preventDefault()
      navigateTo(event.currentTarget)
    },
    onTick: ({ target }: ChangeEvent<HTMLElement>) => {
      if (!(target instanceof HTMLInputElement) || target.type !== 'checkbox' || !matchMedia(wideScreen).matches) return
      tickedId.current = target.id
      navigateTo(target.form)
    },
    /** The sort order applies at once on every screen, because it is shown beside the results. */
    onSort: ({ target }: ChangeEvent<HTMLSelectElement>) => {
      tickedId.current = target.id
      navigateTo(target.form)
    },
    onKeyDown: ({ key }: KeyboardEvent) => {
      if (key === 'Escape') closeFilterSheet()?.focus({ preventScroll: true })
    },
    /** Reloads data that failed to load. */
    retry: () => void revalidate(),
  }
}
