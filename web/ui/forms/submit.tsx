import { useReady } from '#web/ui/hydration/use-ready.ts'
import { Spinner } from '#web/ui/spinner.tsx'

type Props = { children: string; busyText: string; isBusy: boolean; isBlock?: boolean; isDanger?: boolean }

/**
 * The submit button of a form. While the form is sent it shows a spinner and ignores clicks. It is disabled until the page
 * is hydrated, because an earlier submit would reload the page and lose the input.
 */
export const Submit = ({ children, busyText, isBusy, isBlock = false, isDanger = false }: Props) => {
  const isReady = useReady()
  return (
    <button
      className={`btn btn--lg ${isDanger ? 'btn--danger' : 'btn--primary btn--submit'}${isBlock ? ' btn--block' : ''}`}
      type="submit"
      disabled={!isReady}
      aria-disabled={isReady && isBusy ? true : undefined}
      aria-busy={isBusy}
      onClick={(event) => {
        if (isBusy) event.preventDefault()
      }}
    >
      {isBusy && <Spinner size={20} className="wheel-in" />}
      {isBusy ? busyText : children}
    </button>
  )
}
