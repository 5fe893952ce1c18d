import { useEffect, useRef, useState, type ChangeEvent, type FormEvent, type KeyboardEvent } from 'react'
import { useNavigate, useRevalidator } from 'react-router'
import { useApp } from '#web/context/app-context.ts'
import { parseSearch, toSearchPath, type Search } from '#web/lib/search-url.ts'

// From this width on the filters are beside the results, so a tick applies at once.
const wideScreen = '(min-width: 62rem)'

const toSearch = (form: HTMLFormElement): Search => {
  const pairs = [...new FormData(form)].flatMap(([name, value]) => (typeof value === 'string' ? [[name, value]] : []))
  return parseSearch(new URLSearchParams(pairs))
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
  const lastCountedPath = useRef<string>(undefined)
  const [counted, setCounted] = useState<{ path: string; total: number }>()
  const { client } = useApp()
  const navigateTo = (form: HTMLFormElement | null) => {
    if (form) void navigate(toSearchPath(toSearch(form)), { preventScrollReset: true })
  }
  const countTicked = (form: HTMLFormElement | null) => {
    if (!form) return
    const search = toSearch(form)
    const path = toSearchPath(search)
    lastCountedPath.current = path
    setCounted(undefined)
    client('GET /bikes', { query: { ...search, limit: '1' } }, { as: 'anyone' }).then(
      ({ total }) => lastCountedPath.current === path && setCounted({ path: shownPath, total }),
      // The button then says no number, and pressing it says what is wrong.
      () => {},
    )
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
    /** How many bikes the ticked filters of the sheet would find; null while that is not known. */
    total: counted?.path === shownPath ? counted.total : null,
    onTick: ({ target }: ChangeEvent<HTMLElement>) => {
      if (!(target instanceof HTMLInputElement)) return
      if (!matchMedia(wideScreen).matches) return countTicked(target.form)
      if (target.type !== 'checkbox') return
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
