import { CircleAlert, CircleCheck } from 'lucide'
import type { ReactNode } from 'react'
import { toast as queue, useToaster } from 'react-hot-toast/headless'
import { Icon } from './icon.tsx'
import { Spinner } from './spinner.tsx'
import { useToastPosition } from './toast-position.ts'

// Headless, because the library's own styles are inline and the content security policy forbids them.

/** Spec §4: the kinds of toasts. */
export type ToastKind = 'blank' | 'error' | 'success' | 'loading' | 'custom'

/** Spec §9; the other kinds get their duration from the caller. */
const durationsMs: Partial<Record<ToastKind, number>> = { blank: 4_000, loading: Infinity }

// Screen readers announce it at once.
const urgent = { role: 'alert', 'aria-live': 'assertive' } as const

/** A link at the end of a toast: its text, and the path of a page in the language of this one. */
export type ToastLink = { label: string; path: string }

type NewToast = { kind: ToastKind; message: string; durationMs?: number | undefined; link?: ToastLink | undefined }

// A plain link, because toasts are outside of the router. The whole text is one child of the row.
const ToastText = ({ message, link }: { message: string; link: ToastLink }) => (
  <>
    <span>{message}</span>
    <a href={link.path}>{link.label}</a>
  </>
)

/** Queues a toast; returns a function that takes it away. */
export const showToast = ({ kind, message, durationMs = durationsMs[kind], link }: NewToast): (() => void) => {
  const enqueue = kind === 'blank' ? queue : queue[kind]
  const text = link ? <ToastText message={message} link={link} /> : message
  const id = enqueue(text, { duration: durationMs, ...(kind === 'error' && { ariaProps: urgent }) })
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
  useToastPosition(shown.length)
  return shown.map(({ id, type, message, ariaProps }) => (
    <div
      key={id}
      className={`toast toast--${type === 'error' ? 'bad' : 'ok'}`}
      onMouseEnter={handlers.startPause}
      onMouseLeave={handlers.endPause}
      {...ariaProps}
    >
      {marks[type]}
      {typeof message === 'function' ? null : message}
    </div>
  ))
}
