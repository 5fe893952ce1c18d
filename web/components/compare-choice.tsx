import { Link } from 'react-router'
import { saveList, useStoredList } from '#web/lib/local-storage-lists.ts'
import { toast } from '#web/ui/toast.ts'
import { searchMessages } from '#web/i18n/en/search.ts'
import { useMessages, useFormat } from '#web/context/app-context.ts'
import { maxCompared, toComparePath } from '#web/lib/compare-paths.ts'

/** Id of the form that submits the ticked bikes without JavaScript; the cards' checkboxes in the results belong to it. */
export const compareFormId = 'compare'

/** The slugs ticked on this device (local storage), and functions to change them. */
const useComparedSlugs = () => {
  const { compare } = useMessages(searchMessages)
  const slugs = useStoredList('compare').split(',').filter(Boolean)
  const toggle = (slug: string) => {
    if (slugs.includes(slug)) return saveList('compare', slugs.filter((one) => one !== slug).join(','))
    if (slugs.length >= maxCompared) return toast.error(compare.full)
    return saveList('compare', [...slugs, slug].join(','))
  }
  return { slugs, toggle, clear: () => saveList('compare', '') }
}

type CompareBoxProps = {
  slug: string
  name: string
  /** The form that submits it without JavaScript, on a page that has one. */
  formId?: string
}

/** The checkbox that adds a bike to the comparison. */
export const CompareBox = ({ slug, name, formId }: CompareBoxProps) => {
  const { compare } = useMessages(searchMessages)
  const { slugs, toggle } = useComparedSlugs()
  return (
    <label className="check mini__compare">
      <input
        type="checkbox"
        name="ids"
        value={slug}
        form={formId}
        aria-label={compare.addLabel(name)}
        checked={slugs.includes(slug)}
        onChange={() => toggle(slug)}
      />
      {compare.add}
    </label>
  )
}

/** Shows how many bikes are ticked and links to the comparison; nothing while none is ticked. */
export const CompareBar = () => {
  const { compare } = useMessages(searchMessages)
  const { count } = useFormat()
  const { slugs, clear } = useComparedSlugs()
  if (slugs.length === 0) return null
  return (
    <section className="comparebar" aria-label={compare.title}>
      {slugs.length === 1 ? (
        <span>{compare.oneMore}</span>
      ) : (
        <Link className="btn btn--primary" to={toComparePath(slugs)}>
          {compare.action(count(slugs.length))}
        </Link>
      )}
      <button className="btn btn--quiet" type="button" onClick={clear}>
        {compare.clear}
      </button>
    </section>
  )
}
