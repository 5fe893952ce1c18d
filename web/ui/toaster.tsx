import { CircleAlert, CircleCheck } from 'lucide'
import { useToaster } from 'react-hot-toast/headless'
import { Icon } from './icon.tsx'

// The queue holds 20 (spec §4); more than three at once would cover the page.
const shownMost = 3

/** The place where toasts appear. It is always on the page, so that screen readers notice what is put in. */
export const Toaster = () => {
  const { toasts, handlers } = useToaster()
  const shown = toasts.filter(({ visible }) => visible).slice(0, shownMost)
  return (
    <div className="toasts" onMouseEnter={handlers.startPause} onMouseLeave={handlers.endPause}>
      {shown.map(({ id, type, message, ariaProps }) => (
        <div key={id} className={`toast toast--${type === 'error' ? 'bad' : 'ok'}`} {...ariaProps}>
          {type === 'error' ? <Icon of={CircleAlert} size={22} /> : <Icon of={CircleCheck} size={22} />}
          {typeof message === 'string' ? message : null}
        </div>
      ))}
    </div>
  )
}
