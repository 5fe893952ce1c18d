import { useCallback } from 'react'
import { troubleOf } from '#web/context/display-error.ts'
import { toast } from '#web/ui/toast.ts'
import { useWorld } from '#web/context/app-context.ts'
import { forgetProductDrafts } from '#web/lib/clear-product-drafts.ts'

/** Ends the session and what this device keeps of the person; what goes wrong is said in a toast. A protected screen then leads to the log-in page by itself. */
export const useSignOut = (): (() => void) => {
  const { session } = useWorld()
  return useCallback(() => {
    session
      .signOut()
      .then(forgetProductDrafts)
      .catch((error: unknown) => toast.error(troubleOf(error).message))
  }, [session])
}
