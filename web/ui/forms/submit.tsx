import { useReady } from '#web/ui/hydration/use-ready.ts'
import { Spinner } from '#web/ui/spinner.tsx'

type Props = { children: string; busyText: string; isBusy: boolean; isBlock?: boolean; isDanger?: boolean }

/**
 * The button that sends a form. It sends once: while the answer is awaited it shows the wheel and takes no click, and
 * before the page is ready it cannot be pressed, so that nothing that was typed is lost to an early send.
 */
export const Submit = ({ children, busyText, isBusy, isBlock = false, isDanger = false }: Props) => {
  const isReady = useReady()
  return (
    <button
      className={`btn btn--lg ${isDanger ? 'btn--danger' : 'btn--primary btn--submit'}${isBlock ? ' btn--block' : ''}`}
      type="submit"
      disabled={!isReady}
      aria-disabled={isBusy}
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
