import { Link } from 'react-router'
import { keepHere, useKept } from '#web/lib/local-storage-lists.ts'
import { toast } from '#web/ui/toast.ts'
import { finding } from '#web/i18n/en/search.ts'
import { useChapter, useFigures } from '#web/context/app-context.ts'

/** How many bikes stand side by side, at most. */
export const comparedMost = 4

/** The form that sends the ticked bikes on where no scripts run; its boxes stand on the cards. */
export const compareForm = 'compare'

/** The slugs that were ticked on this device, and how to change them. */
export const useCompared = () => {
  const { compare } = useChapter(finding)
  const slugs = useKept('compare')
    .split(',')
    .filter((slug) => slug !== '')
  const toggle = (slug: string) => {
    if (slugs.includes(slug)) return keepHere('compare', slugs.filter((one) => one !== slug).join(','))
    if (slugs.length >= comparedMost) return toast.error(compare.full)
    return keepHere('compare', [...slugs, slug].join(','))
  }
  return { slugs, toggle, clear: () => keepHere('compare', '') }
}

/** The address where these bikes stand side by side. */
export const comparePath = (slugs: string[]): string => `/compare?ids=${slugs.join(',')}`

/** The box that puts a bike among those to compare. */
export const CompareBox = ({ slug, name }: { slug: string; name: string }) => {
  const { compare } = useChapter(finding)
  const { slugs, toggle } = useCompared()
  return (
    <label className="check mini__compare">
      <input
        type="checkbox"
        name="ids"
        value={slug}
        form={compareForm}
        aria-label={compare.addOf(name)}
        checked={slugs.includes(slug)}
        onChange={() => toggle(slug)}
      />
      {compare.add}
    </label>
  )
}

/** Says how many bikes are ticked, and leads to where they stand side by side. */
export const CompareBar = () => {
  const { compare } = useChapter(finding)
  const { count } = useFigures()
  const { slugs, clear } = useCompared()
  if (slugs.length === 0) return null
  return (
    <section className="comparebar" aria-label={compare.title}>
      {slugs.length === 1 ? (
        <span>{compare.oneMore}</span>
      ) : (
        <Link className="btn btn--primary" to={comparePath(slugs)}>
          {compare.go(count(slugs.length))}
        </Link>
      )}
      <button className="btn btn--quiet" type="button" onClick={clear}>
        {compare.clear}
      </button>
    </section>
  )
}
