import { useState } from 'react'
import { createPortal } from 'react-dom'
import { ModalHead } from './modal-head.tsx'
import { Modal } from './modal.tsx'
import { Wheel } from './spinner.tsx'

type Props = {
  heading: string
  text: string
  /** The word of the button that does it, while it is done, and of the one that does not. */
  words: { act: string; busy: string; keep: string }
  /** Does it. It must not fail: it tells the person by itself what went wrong. */
  onAct: () => Promise<void>
  onClose: () => void
}

/** The dialog looks for this mark when it opens: the button that changes nothing is the one that Enter presses. */
const focusFirst = (button: HTMLButtonElement | null) => button?.setAttribute('autofocus', '')

/** Asks before something that cannot be undone. */
export const Confirm = ({ heading, text, words, onAct, onClose }: Props) => {
  const [isBusy, setIsBusy] = useState(false)
  const act = async () => {
    if (isBusy) return
    setIsBusy(true)
    await onAct()
    onClose()
  }
  // Outside of the table that the question comes from, whose look is not the dialog's.
  return createPortal(
    <Modal label={heading} className="modal modal--confirm" onClose={onClose}>
      <ModalHead heading={heading} />
      <p className="modal__body">{text}</p>
      <div className="modal__foot">
        <button className="btn btn--danger btn--lg" type="button" aria-busy={isBusy} onClick={() => void act()}>
          {isBusy && <Wheel size={20} className="wheel-in" />}
          {isBusy ? words.busy : words.act}
        </button>
        <button ref={focusFirst} className="btn btn--line btn--lg" type="button" onClick={onClose}>
          {words.keep}
        </button>
      </div>
    </Modal>,
    document.body,
  )
}
