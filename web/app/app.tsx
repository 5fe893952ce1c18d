import { useEffect, type ReactNode } from 'react'
import { Toaster } from '#web/ui/toaster.tsx'
import { AppReactContext, type AppContext } from '#web/context/app-context.ts'

type Props = {
  app: AppContext
  /** Called once the page is hydrated. Pass a stable function. */
  onReady?: () => void
  children: ReactNode
}

/** Wraps every page. Sets `data-ready` on <html> when the page is hydrated. */
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
