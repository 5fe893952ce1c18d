import { useMessages } from '#web/context/app-context.ts'
import { LateNotice } from './late-notice.tsx'
import { Spinner } from './spinner.tsx'

/** Over the page while the code of a part or of the next page loads; `href` is that page. CSS shows it after 300 ms. */
export const LoadingPart = ({ href }: { href?: string }) => {
  const { loading } = useMessages()
  return (
    <>
      <div className="moving" role="status">
        <Spinner size={28} className="wheel" />
        <span className="sr-only">{loading.label}</span>
      </div>
      <div className="moving-late">
        <LateNotice href={href} />
      </div>
    </>
  )
}
