import { useCallback } from 'react'
import { troubleOf } from '../trouble.ts'
import { toast } from '../ui/toast.ts'
import { useWorld } from '../world.ts'

/** Ends the session; what goes wrong is said in a toast. A protected screen then leads to the log-in page by itself. */
export const useSignOut = (): (() => void) => {
  const { session } = useWorld()
  return useCallback(() => {
    session.signOut().catch((error: unknown) => toast.error(troubleOf(error).message))
  }, [session])
}
