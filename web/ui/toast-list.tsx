import { CircleAlert, CircleCheck } from 'lucide'
import { useToaster } from 'react-hot-toast/headless'
import { Icon } from './icon.tsx'

// The headless half of the library is enough: its own look would need style sheets that our security policy refuses.
export { toast as queue } from 'react-hot-toast/headless'

// The queue holds 20 (spec §4); more than three at once would cover the page.
const maxShown = 3

/** The toasts of this moment. They stand still while one is pointed at. */
export const ToastList = () => {
  const { toasts, handlers } = useToaster()
  const shown = toasts.filter(({ visible }) => visible).slice(0, maxShown)
  return shown.map(({ id, type, message, ariaProps }) => (
    <div
      key={id}
      className={`toast toast--${type === 'error' ? 'bad' : 'ok'}`}
      onMouseEnter={handlers.startPause}
      onMouseLeave={handlers.endPause}
      {...ariaProps}
    >
      {type === 'error' ? <Icon of={CircleAlert} size={22} /> : <Icon of={CircleCheck} size={22} />}
      {typeof message === 'string' ? message : null}
    </div>
  ))
}
