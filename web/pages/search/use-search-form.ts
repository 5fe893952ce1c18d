import { useEffect, useRef, type ChangeEvent, type FormEvent, type KeyboardEvent } from 'react'
import { useNavigate, useRevalidator } from 'react-router'
import { readSearch, searchPath } from '#web/lib/search-url.ts'

// From here on the filters stand beside the bikes, so a tick may show at once what it does.
const wide = '(min-width: 62rem)'

const addressOf = (form: HTMLFormElement): string => {
  const pairs = [...new FormData(form)].flatMap(([name, value]) => (typeof value === 'string' ? [[name, value]] : []))
  return searchPath(readSearch(new URLSearchParams(pairs)))
}

/** The box by which the sheet of filters is opened and closed; the style looks at it, so it works without scripts too. */
export const sheetBox = 'filters'

/** Closes the sheet; gives its box when it was open. */
const closeSheet = (): HTMLInputElement | null => {
  const box = document.getElementById(sheetBox)
  if (!(box instanceof HTMLInputElement) || !box.checked) return null
  box.checked = false
  return box
}

/**
 * The search form with scripts: it goes to its address without loading the page anew, and on wide screens as soon as
 * something is ticked. The focus stays on what was ticked, although the filters are drawn anew.
 * @param shown the address that is shown; when it changes the sheet of filters is closed
 */
export const useSearchForm = (shown: string) => {
  const navigate = useNavigate()
  const { revalidate } = useRevalidator()
  const ticked = useRef<string>(undefined)
  const seen = useRef(shown)
  const go = (form: HTMLFormElement | null) => {
    if (form) void navigate(addressOf(form), { preventScrollReset: true })
  }
  useEffect(() => {
    if (seen.current === shown) return
    seen.current = shown
    closeSheet()
    if (ticked.current !== undefined) document.getElementById(ticked.current)?.focus({ preventScroll: true })
    ticked.current = undefined
  }, [shown])
  return {
    onSubmit: (event: FormEvent<HTMLFormElement>) => {
      event.preventDefault()
      go(event.currentTarget)
    },
    /** For the filters. */
    onTick: ({ target }: ChangeEvent<HTMLElement>) => {
      if (!(target instanceof HTMLInputElement) || target.type !== 'checkbox' || !matchMedia(wide).matches) return
      ticked.current = target.id
      go(target.form)
    },
    /** For the sort, which stands beside the bikes on every screen. */
    onSort: ({ target }: ChangeEvent<HTMLSelectElement>) => {
      ticked.current = target.id
      go(target.form)
    },
    onKeyDown: ({ key }: KeyboardEvent) => {
      if (key === 'Escape') closeSheet()?.focus({ preventScroll: true })
    },
    /** Asks once more for what could not be had. */
    again: () => void revalidate(),
  }
}
