import { Suspense, useEffect, useRef, useState, type ComponentType, type ReactNode } from 'react'
import { useApp, type AppContext } from '#web/context/app-context.ts'
import { listenForInteraction } from './listen-for-interaction.ts'
import { useReady } from './use-ready.ts'

type LoadComponent = () => Promise<ComponentType>

const hydrate = async (container: Element, load: LoadComponent, app: AppContext): Promise<() => void> => {
  const [{ hydrateIsland }, Component] = await Promise.all([import('./hydrate-island.tsx'), load()])
  return hydrateIsland({ container, Component, app })
}

/** React leaves what the server wrote in here as it is: it is told nothing of the content. */
const ServerMarkup = ({ load }: { load: LoadComponent }) => {
  const container = useRef<HTMLDivElement>(null)
  const app = useApp()
  useEffect(() => {
    const element = container.current
    return element ? listenForInteraction(element, () => hydrate(element, load, app)) : undefined
  }, [load, app])
  return <div className="asleep" ref={container} dangerouslySetInnerHTML={{ __html: '' }} suppressHydrationWarning />
}

/**
 * A part of a screen that is read more often than used: on the first page of a visit it stands as the server wrote it,
 * and its program is fetched when somebody points at it or focuses it. It may use the world, not the router.
 * @param props.load fetches the same part as `children`; give one that stays the same
 */
export const HydrateOnInteraction = ({ load, children }: { load: LoadComponent; children: ReactNode }) => {
  const isReady = useReady()
  const [isServerMarkup] = useState(!isReady && !import.meta.env.SSR)
  if (isServerMarkup) return <ServerMarkup load={load} />
  return (
    <div className="asleep">{import.meta.env.SSR ? children : <Suspense fallback={null}>{children}</Suspense>}</div>
  )
}
