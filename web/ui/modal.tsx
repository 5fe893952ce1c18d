import { useLayoutEffect, useRef, type ReactNode } from 'react'

type Props = {
  label: string
  /** `alertdialog` for one that says why something cannot be done. */
  role?: 'alertdialog'
  className?: string
  onClose: () => void
  children: ReactNode
}

/**
 * A native modal dialog, open while it is rendered. The browser traps the focus, closes on Escape and restores the focus;
 * a click outside the content closes it too.
 *
 * Every way to close calls `onClose` at once. The browser's own close event comes later, and a click on the opening button
 * in between would have no effect.
 */
export const Modal = ({ label, role, className = '', onClose, children }: Props) => {
  const dialog = useRef<HTMLDialogElement>(null)
  // In a layout effect, because the browser restores the focus only while the dialog is in the document.
  useLayoutEffect(() => {
    const element = dialog.current
    element?.showModal()
    return () => element?.close()
  }, [])
  return (
    // The click outside is a shortcut; keyboard users have Escape and the close button.
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-noninteractive-element-interactions
    <dialog
      ref={dialog}
      role={role}
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
