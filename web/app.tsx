import { useEffect, type ReactNode } from 'react'
import { Toaster } from './ui/toaster.tsx'
import { WorldContext, type World } from './world.ts'

/** What stands around every screen. `data-ready` on <html> says that the page answers to clicks. */
export const App = ({ world, children }: { world: World; children: ReactNode }) => {
  useEffect(() => {
    document.documentElement.dataset.ready = 'yes'
  }, [])
  return (
    <WorldContext value={world}>
      {children}
      <Toaster />
    </WorldContext>
  )
}
