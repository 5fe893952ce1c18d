import { useState } from 'react'
import { createPortal } from 'react-dom'
import { ModalHead } from './modal-head.tsx'
import { Modal } from './modal.tsx'
import { Spinner } from './spinner.tsx'

type Props = {
  heading: string
  text: string
  /** The word of the button that does it, while it is done, and of the one that does not. */
  labels: { confirm: string; busy: string; cancel: string }
  /** Does it. It must not fail: it tells the person by itself what went wrong. */
  onConfirm: () => Promise<void>
  onClose: () => void
}

/** The dialog looks for this mark when it opens: the button that changes nothing is the one that Enter presses. */
const setAutofocus = (button: HTMLButtonElement | null) => button?.setAttribute('autofocus', '')

/** Asks before something that cannot be undone. */
export const Confirm = ({ heading, text, labels, onConfirm, onClose }: Props) => {
  const [isBusy, setIsBusy] = useState(false)
  const handleConfirm = async () => {
    if (isBusy) return
    setIsBusy(true)
    await onConfirm()
    onClose()
  }
  // Outside of the table that the question comes from, whose look is not the dialog's.
  return createPortal(
    <Modal label={heading} className="modal modal--confirm" onClose={onClose}>
      <ModalHead heading={heading} />
      <p className="modal__body">{text}</p>
      <div className="modal__foot">
        <button
          className="btn btn--danger btn--lg"
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
