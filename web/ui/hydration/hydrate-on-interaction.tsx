import { Suspense, useEffect, useRef, useState, type ComponentType, type ReactNode } from 'react'
import { useWorld, type World } from '#web/context/app-context.ts'
import { sleepUntilSign } from './listen-for-interaction.ts'
import { useReady } from './use-ready.ts'

type Load = () => Promise<ComponentType>

const awaken = async (place: Element, load: Load, world: World): Promise<() => void> => {
  const [{ wake }, Part] = await Promise.all([import('./hydrate-island.tsx'), load()])
  return wake({ place, Part, world })
}

/** React leaves what the server wrote in here as it is: it is told nothing of the content. */
const Sleeping = ({ load }: { load: Load }) => {
  const place = useRef<HTMLDivElement>(null)
  const world = useWorld()
  useEffect(() => {
    const div = place.current
    return div ? sleepUntilSign(div, () => awaken(div, load, world)) : undefined
  }, [load, world])
  return <div className="asleep" ref={place} dangerouslySetInnerHTML={{ __html: '' }} suppressHydrationWarning />
}

/**
 * A part of a screen that is read more often than used: on the first page of a visit it stands as the server wrote it,
 * and its program is fetched when somebody points at it or focuses it. It may use the world, not the router.
 * @param props.load fetches the same part as `children`; give one that stays the same
 */
export const Asleep = ({ load, children }: { load: Load; children: ReactNode }) => {
  const isReady = useReady()
  const [isWritten] = useState(!isReady && !import.meta.env.SSR)
  if (isWritten) return <Sleeping load={load} />
  return (
    <div className="asleep">{import.meta.env.SSR ? children : <Suspense fallback={null}>{children}</Suspense>}</div>
  )
}
