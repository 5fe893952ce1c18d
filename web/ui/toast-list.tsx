import { CircleAlert, CircleCheck } from 'lucide'
import { useToaster } from 'react-hot-toast/headless'
import { Icon } from './icon.tsx'

// Headless, because the library's own styles are inline and the content security policy forbids them.
export { toast as queue } from 'react-hot-toast/headless'

// The queue holds 20 (spec §4); more than three visible ones would cover the page.
const maxShown = 3

/** The visible toasts. Their timers pause while one is hovered. */
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
