import { useEffect, useRef, type ReactNode } from 'react'

type Props = { label: string; className?: string; onClose: () => void; children: ReactNode }

/**
 * A native modal dialog, open as long as it is rendered. The browser keeps the focus inside, closes on Escape and gives
 * the focus back to where it was; a press beside the content closes it too.
 */
export const Modal = ({ label, className = '', onClose, children }: Props) => {
  const dialog = useRef<HTMLDialogElement>(null)
  useEffect(() => {
    const shown = dialog.current
    shown?.showModal()
    return () => shown?.close()
  }, [])
  return (
    // The press beside the content is a shortcut; Escape and the close button do the same for the keyboard.
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-noninteractive-element-interactions
    <dialog
      ref={dialog}
      aria-label={label}
      className={`dialog ${className}`}
      onClose={onClose}
      onClick={(event) => {
        if (event.target === event.currentTarget) event.currentTarget.close()
      }}
    >
      {children}
    </dialog>
  )
}
