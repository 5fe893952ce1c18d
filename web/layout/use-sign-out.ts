import { toDisplayError } from '#web/context/display-error.ts'
import { toast } from '#web/ui/toast.ts'
import { useApp } from '#web/context/app-context.ts'
import { clearProductDrafts } from '#web/lib/clear-product-drafts.ts'

/**
 * Returns a function that ends the session and clears this device's data of the person. Toasts show that it is under way,
 * done, or failed. A protected screen then redirects to the log-in page.
 */
export const useSignOut = (): (() => void) => {
  const { session, language } = useApp()
  const { loggingOut, loggedOut } = language.messages.topBar
  const signOut = async () => {
    const endLoading = toast.loading(loggingOut)
    try {
      await session.signOut()
      clearProductDrafts()
      toast.blank(loggedOut)
    } catch (error) {
      toast.error(toDisplayError(error).message)
    } finally {
      endLoading()
    }
  }
  return () => void signOut()
}
