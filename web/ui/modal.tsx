import { useLayoutEffect, useRef, type ReactNode } from 'react'

type Props = { label: string; className?: string; onClose: () => void; children: ReactNode }

/**
 * A native modal dialog, open as long as it is rendered. The browser keeps the focus inside, asks to close on Escape and
 * gives the focus back to where it was; a press beside the content closes it too.
 *
 * What closes it calls `onClose` at once. The browser's own event comes a moment after the dialog is shut, and who pressed
 * the button behind it in that moment would open nothing.
 */
export const Modal = ({ label, className = '', onClose, children }: Props) => {
  const dialog = useRef<HTMLDialogElement>(null)
  // Closed while it still stands in the page, or the browser does not give the focus back.
  useLayoutEffect(() => {
    const element = dialog.current
    element?.showModal()
    return () => element?.close()
  }, [])
  return (
    // The press beside the content is a shortcut; Escape and the close button do the same for the keyboard.
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-noninteractive-element-interactions
    <dialog
      ref={dialog}
      aria-label={label}
      className={`dialog ${className}`}
      onCancel={(event) => {
        event.preventDefault()
        onClose()
      }}
      onClose={onClose}
      onClick={(event) => {
        if (event.target === event.currentTarget) onClose()
      }}
    >
      {children}
    </dialog>
  )
}
