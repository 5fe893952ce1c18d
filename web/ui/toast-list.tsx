import { CircleAlert, CircleCheck } from 'lucide'
import type { ReactNode } from 'react'
import { toast as queue, useToaster } from 'react-hot-toast/headless'
import { Icon } from './icon.tsx'
import { Spinner } from './spinner.tsx'

// Headless, because the library's own styles are inline and the content security policy forbids them.

/** Spec §4: the kinds of toasts. */
export type ToastKind = 'blank' | 'error' | 'success' | 'loading' | 'custom'

/** Spec §9; the other kinds get their duration from the caller. */
const durationsMs: Partial<Record<ToastKind, number>> = { blank: 4_000, loading: Infinity }

// Screen readers announce it at once.
const urgent = { role: 'alert', 'aria-live': 'assertive' } as const

/** Queues a toast; returns a function that takes it away. */
export const showToast = (kind: ToastKind, message: string, durationMs = durationsMs[kind]): (() => void) => {
  const enqueue = kind === 'blank' ? queue : queue[kind]
  const id = enqueue(message, { duration: durationMs, ...(kind === 'error' && { ariaProps: urgent }) })
  return () => queue.dismiss(id)
}

// The queue holds 20 (spec §4); more than three visible ones would cover the page.
const maxShown = 3

const marks: Record<ToastKind, ReactNode> = {
  blank: null,
  error: <Icon of={CircleAlert} size={22} />,
  success: <Icon of={CircleCheck} size={22} />,
  loading: <Spinner size={22} className="wheel-in" />,
  custom: null,
}

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
      {marks[type]}
      {typeof message === 'string' ? message : null}
    </div>
  ))
}
