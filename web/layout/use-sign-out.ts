import { useCallback } from 'react'
import { toDisplayError } from '#web/context/display-error.ts'
import { toast } from '#web/ui/toast.ts'
import { useApp } from '#web/context/app-context.ts'
import { clearProductDrafts } from '#web/lib/clear-product-drafts.ts'

/** Ends the session and what this device keeps of the person; what goes wrong is said in a toast. A protected screen then leads to the log-in page by itself. */
export const useSignOut = (): (() => void) => {
  const { session } = useApp()
  return useCallback(() => {
    session
      .signOut()
      .then(clearProductDrafts)
      .catch((error: unknown) => toast.error(toDisplayError(error).message))
  }, [session])
}
