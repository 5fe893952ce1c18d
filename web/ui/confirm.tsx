import { useState } from 'react'
import { createPortal } from 'react-dom'
import { ModalHead } from './modal-head.tsx'
import { Modal } from './modal.tsx'
import { Spinner } from './spinner.tsx'

type Props = {
  heading: string
  text: string
  /** The texts of the confirm button, of the same button while it is busy, and of the cancel button. */
  labels: { confirm: string; busy: string; cancel: string }
  /** Must not reject: it shows its own errors. */
  onConfirm: () => Promise<void>
  onClose: () => void
  /** What is confirmed is what most people want: the button is not red. */
  isUsual?: boolean
}

/** The dialog focuses this element when it opens, so that Enter cancels. React does not render `autofocus`. */
const setAutofocus = (button: HTMLButtonElement | null) => button?.setAttribute('autofocus', '')

/** Asks for confirmation before an action that cannot be undone. */
export const Confirm = ({ heading, text, labels, onConfirm, onClose, isUsual = false }: Props) => {
  const [isBusy, setIsBusy] = useState(false)
  const handleConfirm = async () => {
    if (isBusy) return
    setIsBusy(true)
    await onConfirm()
    onClose()
  }
  // A portal, because the styles of the table around the button must not apply.
  return createPortal(
    <Modal label={heading} className="modal modal--confirm" onClose={onClose}>
      <ModalHead heading={heading} />
      <p className="modal__body">{text}</p>
      <div className="modal__foot">
        <button
          className={`btn ${isUsual ? 'btn--primary' : 'btn--danger'} btn--lg`}
          type="button"
          aria-busy={isBusy}
          onClick={() => void handleConfirm()}
        >
          {isBusy && <Spinner size={20} className="wheel-in" />}
          {isBusy ? labels.busy : labels.confirm}
        </button>
        <button ref={setAutofocus} className="btn btn--line btn--lg" type="button" onClick={onClose}>
          {labels.cancel}
        </button>
      </div>
    </Modal>,
    document.body,
  )
}
