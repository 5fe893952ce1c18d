import { NoScriptsNote } from './no-scripts-note.tsx'
import { useMessages } from '#web/context/app-context.ts'
import { LateNotice } from './late-notice.tsx'
import { Spinner } from './spinner.tsx'

/** The specification's spinner, shown while the session or the page's data loads. */
export const LoadingPage = () => {
  const { shop, loading } = useMessages()
  return (
    <div className="waiting">
      <title>{shop}</title>
      <span role="status">
        <Spinner size={44} className="wheel" />
        <span className="sr-only">{loading.label}</span>
      </span>
      <LateNotice />
      <NoScriptsNote />
    </div>
  )
}
