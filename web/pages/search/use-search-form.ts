import { useEffect, useRef, type ChangeEvent, type FormEvent, type KeyboardEvent } from 'react'
import { useNavigate, useRevalidator } from 'react-router'
import { parseSearch, toSearchPath } from '#web/lib/search-url.ts'

// From here on the filters stand beside the bikes, so a tick may show at once what it does.
const wideScreen = '(min-width: 62rem)'

const toAddress = (form: HTMLFormElement): string => {
  const pairs = [...new FormData(form)].flatMap(([name, value]) => (typeof value === 'string' ? [[name, value]] : []))
  return toSearchPath(parseSearch(new URLSearchParams(pairs)))
}

/** The box by which the sheet of filters is opened and closed; the style looks at it, so it works without scripts too. */
export const filterToggleId = 'filters'

/** Closes the sheet; gives its box when it was open. */
const closeFilterSheet = (): HTMLInputElement | null => {
  const toggle = document.getElementById(filterToggleId)
  if (!(toggle instanceof HTMLInputElement) || !toggle.checked) return null
  toggle.checked = false
  return toggle
}

/**
 * The search form with scripts: it goes to its address without loading the page anew, and on wide screens as soon as
 * something is ticked. The focus stays on what was ticked, although the filters are drawn anew.
 * @param shownPath the address that is shown; when it changes the sheet of filters is closed
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
    /** For the filters. */
    onTick: ({ target }: ChangeEvent<HTMLElement>) => {
      if (!(target instanceof HTMLInputElement) || target.type !== 'checkbox' || !matchMedia(wideScreen).matches) return
      tickedId.current = target.id
      navigateTo(target.form)
    },
    /** For the sort, which stands beside the bikes on every screen. */
    onSort: ({ target }: ChangeEvent<HTMLSelectElement>) => {
      tickedId.current = target.id
      navigateTo(target.form)
    },
    onKeyDown: ({ key }: KeyboardEvent) => {
      if (key === 'Escape') closeFilterSheet()?.focus({ preventScroll: true })
    },
    /** Asks once more for what could not be had. */
    retry: () => void revalidate(),
  }
}
