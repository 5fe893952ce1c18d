import { useEffect, type ComponentType, type ReactNode } from 'react'
import { hydrateRoot } from 'react-dom/client'
import { WorldContext, type World } from '#web/context/app-context.ts'

const Awake = ({ onReady, children }: { onReady: () => void; children: ReactNode }) => {
  useEffect(onReady, [onReady])
  return children
}

type Sleeper = { place: Element; Part: ComponentType; world: World }

/** Hydrates what the server wrote in `place`, and keeps what was typed there; gives, once it answers, how to end it. */
export const wake = async ({ place, Part, world }: Sleeper): Promise<() => void> => {
  const ready = Promise.withResolvers<void>()
  const root = hydrateRoot(
    place,
    <WorldContext value={world}>
      <Awake onReady={ready.resolve}>
        <Part />
      </Awake>
    </WorldContext>,
  )
  await ready.promise
  return () => root.unmount()
}
