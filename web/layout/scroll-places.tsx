import { type ComponentType, useEffect, useState } from 'react'
import { useLocation } from 'react-router'
import { withFallback } from '#web/lib/with-fallback.ts'
import type { ScrollPlaceProps } from './scroll-place.tsx'
import { scrollPlacesKey } from './scroll-storage.ts'

/** Restores places on pages. Its code comes with the first scroll, or at once where a place may be restored. */
export const ScrollPlaces = () => {
  const { key: entryKey, pathname, search } = useLocation()
  const key = `${entryKey} ${pathname}${search}`
  const [firstKey] = useState(key)
  const [hasNavigated, setHasNavigated] = useState(false)
  if (!hasNavigated && key !== firstKey) setHasNavigated(true)
  const [Place, setPlace] = useState<ComponentType<ScrollPlaceProps> | null>(null)
  // What somebody leaves before that code is here.
  const [earlyPlaces] = useState(() => new Map<string, number>())
  useEffect(() => {
    if (Place) return undefined
    // After a failure the next scroll fetches the code again.
    const load = () => void import('./scroll-place.tsx').then(({ ScrollPlace }) => setPlace(() => ScrollPlace), Boolean)
    const note = () => earlyPlaces.set(key, scrollY)
    if (withFallback(() => sessionStorage.getItem(scrollPlacesKey) !== null, false)) load()
    addEventListener('scroll', load)
    // Not at the click, which links.ts keeps from others in a part that is not hydrated.
    addEventListener('pointerdown', note, true)
    return () => {
      removeEventListener('scroll', load)
      removeEventListener('pointerdown', note, true)
    }
  }, [Place, earlyPlaces, key])
  return Place && <Place pageKey={key} hasNavigated={hasNavigated} earlyPlaces={earlyPlaces} />
}
