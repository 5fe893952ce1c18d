import { useEffect, type ReactNode } from 'react'
import { Toaster } from '#web/ui/toaster.tsx'
import { WorldContext, type World } from '#web/context/app-context.ts'

type Props = {
  world: World
  /** Called once the page answers to clicks; give one that stays the same. */
  onReady?: () => void
  children: ReactNode
}

/** What stands around every screen. `data-ready` on <html> says that the page answers to clicks. */
export const App = ({ world, onReady, children }: Props) => {
  useEffect(() => {
    document.documentElement.dataset.ready = 'yes'
    onReady?.()
  }, [onReady])
  return (
    <WorldContext value={world}>
      {children}
      <Toaster />
    </WorldContext>
  )
}
