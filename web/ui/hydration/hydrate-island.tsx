import { useEffect, type ComponentType, type ReactNode } from 'react'
import { hydrateRoot } from 'react-dom/client'
import { AppReactContext, type AppContext } from '#web/context/app-context.ts'

const ReadySignal = ({ onReady, children }: { onReady: () => void; children: ReactNode }) => {
  useEffect(onReady, [onReady])
  return children
}

type Island = { container: Element; Component: ComponentType; app: AppContext }

/** Hydrates what the server wrote in `place`, and keeps what was typed there; gives, once it answers, how to end it. */
export const hydrateIsland = async ({ container, Component, app }: Island): Promise<() => void> => {
  const ready = Promise.withResolvers<void>()
  const root = hydrateRoot(
    container,
    <AppReactContext value={app}>
      <ReadySignal onReady={ready.resolve}>
        <Component />
      </ReadySignal>
    </AppReactContext>,
  )
  await ready.promise
  return () => root.unmount()
}
