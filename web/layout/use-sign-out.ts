import { useCallback } from 'react'
import { toDisplayError } from '#web/context/display-error.ts'
import { toast } from '#web/ui/toast.ts'
import { useApp } from '#web/context/app-context.ts'
import { clearProductDrafts } from '#web/lib/clear-product-drafts.ts'

/**
 * Ends the session and clears this device's data of the person. Errors are shown as toasts. A protected screen then
 * redirects to the log-in page.
 */
export const useSignOut = (): (() => void) => {
  const { session } = useApp()
  return useCallback(() => {
    session
      .signOut()
      .then(clearProductDrafts)
      .catch((error: unknown) => toast.error(toDisplayError(error).message))
  }, [session])
}
