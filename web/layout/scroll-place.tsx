// Brings a person back to where they were on a page: Back may show a page before its lists are loaded, when it is too short
// for the place, and lists above the place may have grown or shrunk.
import { useEffect, useLayoutEffect, useRef } from 'react'
import { NavigationType, useNavigationType } from 'react-router'
import { withFallback } from '#web/lib/with-fallback.ts'
import { scrollPlacesKey } from './scroll-storage.ts'

/** Where somebody was: the link at the top of the window by its address, and how far it was from there. */
export type Place = { y: number; href: string | null; nth: number; top: number }

const maxPlaces = 50
/** How long a page may take to get its height back, and how long it must have stayed the same. */
const maxWaitMs = 20_000
const settledMs = 1_500

const listLinks = (): HTMLAnchorElement[] => [...document.querySelectorAll<HTMLAnchorElement>('main a[href]')]

/** The place in the page that is shown now. */
const findPlace = (): Place => {
  const links = listLinks()
  const first = links.find((link) => link.getBoundingClientRect().top >= 0 && link.offsetParent !== null)
  if (!first) return { y: scrollY, href: null, nth: 0, top: 0 }
  const same = links.filter(({ href }) => href === first.href)
  return { y: scrollY, href: first.href, nth: same.indexOf(first), top: first.getBoundingClientRect().top }
}

/** The position that shows a place again: that of its link, once it is there. */
const getTargetY = ({ y, href, nth, top }: Place): number => {
  const link = href === null ? undefined : listLinks().filter((one) => one.href === href)[nth]
  return link ? Math.round(scrollY + link.getBoundingClientRect().top - top) : y
}

const interruptions = ['wheel', 'touchstart', 'pointerdown', 'keydown'] as const

/** Shows a place until the page has settled or the person scrolls; returns a function that stops. */
const restorePlace = (place: Place, onEnd: () => void): (() => void) => {
  const controller = new AbortController()
  const { signal } = controller
  const show = () => scrollTo({ top: getTargetY(place), behavior: 'instant' })
  const stop = () => controller.abort()
  let settledTimer: ReturnType<typeof setTimeout>
  const follow = () => {
    show()
    clearTimeout(settledTimer)
    const isThere = Math.abs(scrollY - getTargetY(place)) <= 2
    if (isThere) settledTimer = setTimeout(stop, settledMs)
  }
  const observer = new ResizeObserver(follow)
  observer.observe(document.body)
  const giveUpTimer = setTimeout(stop, maxWaitMs)
  for (const name of interruptions) addEventListener(name, stop, { signal, passive: true, capture: true })
  signal.addEventListener('abort', () => {
    observer.disconnect()
    clearTimeout(settledTimer)
    clearTimeout(giveUpTimer)
    onEnd()
  })
  follow()
  return stop
}

type Places = [key: string, place: Place][]

/** The places of this tab, also after its document was loaded anew. */
const readPlaces = (earlyPlaces: ReadonlyMap<string, number>): Map<string, Place> => {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- written by savePlaces below
  const read = () => new Map(JSON.parse(sessionStorage.getItem(scrollPlacesKey) ?? '[]') as Places)
  const places = withFallback(read, new Map<string, Place>())
  for (const [key, y] of earlyPlaces) places.set(key, { y, href: null, nth: 0, top: 0 })
  return places
}

const savePlaces = (places: Map<string, Place>): void =>
  withFallback(() => sessionStorage.setItem(scrollPlacesKey, JSON.stringify([...places].slice(-maxPlaces))), undefined)

/** Whether the page was opened by its address or a link, not by Back or a reload. */
const isNewDocument = (): boolean =>
  performance.getEntriesByType('navigation').some((entry) => 'type' in entry && entry.type === 'navigate')

export type ScrollPlaceProps = {
  /** The entry of the history and its page. */
  pageKey: string
  /** Whether this document has shown another page before. */
  hasNavigated: boolean
  /** How far each page was scrolled when somebody left it before this code was here. */
  earlyPlaces: ReadonlyMap<string, number>
}

/** Notes where the person is on each page, and restores the place when they come back to it. */
export const ScrollPlace = ({ pageKey: key, hasNavigated, earlyPlaces }: ScrollPlaceProps) => {
  const isPop = useNavigationType() === NavigationType.Pop
  const isBack = isPop && (hasNavigated || !isNewDocument())
  const places = useRef<Map<string, Place>>(null)
  const isRestoring = useRef(false)

  useLayoutEffect(() => {
    places.current ??= readPlaces(earlyPlaces)
    const known = places.current
    const controller = new AbortController()
    const { signal } = controller
    const note = () => {
      if (isRestoring.current) return
      known.delete(key)
      known.set(key, findPlace())
    }
    let timer: ReturnType<typeof setTimeout>
    const noteLater = () => {
      clearTimeout(timer)
      timer = setTimeout(note, 100)
    }
    addEventListener('scroll', noteLater, { signal, passive: true })
    for (const name of ['pointerdown', 'click'] as const) addEventListener(name, note, { signal, capture: true })
    signal.addEventListener('abort', () => clearTimeout(timer))
    return () => controller.abort()
  }, [key, earlyPlaces])

  useLayoutEffect(() => {
    const place = isBack ? places.current?.get(key) : undefined
    if (!place) return undefined
    isRestoring.current = true
    return restorePlace(place, () => {
      isRestoring.current = false
    })
  }, [key, isBack])

  useEffect(() => {
    const save = () => places.current && savePlaces(places.current)
    addEventListener('pagehide', save)
    return () => removeEventListener('pagehide', save)
  }, [])
  return null
}
