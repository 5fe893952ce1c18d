import { Bell, BellRing } from 'lucide'
import { useState } from 'react'
import { Refusal } from '#contract/client.ts'
import { Icon } from '#web/ui/icon.tsx'
import { toast } from '#web/ui/toast.ts'
import { useDeed } from '#web/ui/forms/use-form-submit.ts'
import { saveSearch } from '#web/i18n/en/save-search.ts'
import { useChapter, useSession, useWorld } from '#web/context/app-context.ts'
import { searchIn } from './saved-query.ts'

/**
 * Keeps the search that is shown, so that letters tell of new bikes. Nothing where nothing is asked.
 * @param search what stands behind the ? of the page's address; its page and its order do not matter
 */
export const SaveSearch = ({ search }: { search: string }) => {
  const words = useChapter(saveSearch)
  const { client } = useWorld()
  const who = useSession()
  const [kept, setKept] = useState<string>()
  const [isBusy, act] = useDeed()
  const query = searchIn(search)
  if (!query) return null
  const mark = JSON.stringify(query)
  const isKept = kept === mark
  const save = async () => {
    if (who.state !== 'member') return toast.error(words.login)
    try {
      await client('POST /searches', { body: { query } })
      toast.success(words.success)
    } catch (error) {
      if (!(error instanceof Refusal) || error.code !== 'search_saved') throw error
      toast.success(error.message)
    }
    return setKept(mark)
  }
  return (
    <button className="btn btn--line" type="button" aria-busy={isBusy} aria-pressed={isKept} onClick={() => act(save)}>
      <Icon of={isKept ? BellRing : Bell} size={18} />
      {isKept ? words.saved : words.save}
    </button>
  )
}
