import { Bell } from 'lucide'
import { lazy, Suspense, useRef, useState } from 'react'
import { Icon } from '#web/ui/icon.tsx'
import { toast } from '#web/ui/toast.ts'
import { useAction } from '#web/ui/forms/use-form-submit.ts'
import { saveSearchMessages } from '#web/i18n/en/save-search.ts'
import { useMessages, useSession, useApp } from '#web/context/app-context.ts'
import type { SaveAttempt } from './save-search.ts'
import { parseSavedQuery } from './saved-query.ts'

// Few people save a search before they confirm their address.
const ConfirmForSearches = lazy(async () => ({
  default: (await import('#web/components/addresses/confirm-for-searches.tsx')).ConfirmForSearches,
}))

/**
 * Saves the shown search for e-mail alerts; renders nothing for a search without filters.
 * @param search the query string of the page; its cursor and sort order are ignored
 * @param isPrimary whether it is the main button of the page
 */
export const SaveSearchButton = ({ search, isPrimary = false }: { search: string; isPrimary?: boolean }) => {
  const messages = useMessages(saveSearchMessages)
  const { client } = useApp()
  const authState = useSession()
  const [savedQuery, setSavedQuery] = useState<string>()
  const [isBusy, run] = useAction()
  const attempt = useRef<SaveAttempt | null>(null)
  const query = parseSavedQuery(search)
  if (!query) return null
  const queryText = JSON.stringify(query)
  const isSaved = savedQuery === queryText
  const unconfirmed = authState.state === 'member' && !authState.user.emailVerified && authState.user.email
  const save = async () => {
    if (authState.state !== 'member') return toast.error(messages.login)
    const { saveSearch } = await import('./save-search.ts')
    const savedBefore = await saveSearch(client, query, attempt)
    toast.success(savedBefore ?? (unconfirmed ? messages.saved : messages.success))
    return setSavedQuery(queryText)
  }
  return (
    <>
      <button
        className={isPrimary ? 'btn btn--primary' : 'btn btn--line'}
        type="button"
        aria-busy={isBusy}
        aria-pressed={isSaved}
        onClick={() => run(save)}
      >
        <Icon of={Bell} size={18} />
        {isSaved ? messages.saved : messages.save}
      </button>
      {isSaved && unconfirmed && (
        <Suspense fallback={null}>
          <ConfirmForSearches email={unconfirmed} />
        </Suspense>
      )}
    </>
  )
}
