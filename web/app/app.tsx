import { useEffect, type ReactNode } from 'react'
import { Toaster } from '#web/ui/toaster.tsx'
import { AppReactContext, type AppContext } from '#web/context/app-context.ts'

type Props = {
  app: AppContext
  /** Called once the page answers to clicks; give one that stays the same. */
  onReady?: () => void
  children: ReactNode
}

/** What stands around every screen. `data-ready` on <html> says that the page answers to clicks. */
export const App = ({ app, onReady, children }: Props) => {
  useEffect(() => {
    document.documentElement.dataset.ready = 'yes'
    onReady?.()
  }, [onReady])
  return (
    <AppReactContext value={app}>
      {children}
      <Toaster />
    </AppReactContext>
  )
}
