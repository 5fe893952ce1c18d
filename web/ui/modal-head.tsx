import { X } from 'lucide'
import { Icon } from './icon.tsx'

type Props = {
  heading: string
  /** The button that closes, where the dialog has no other way out in sight: its name, and what it does. */
  close?: { label: string; onClose: () => void }
}

/** The heading of a dialog, beside the button that closes it. */
export const ModalHead = ({ heading, close }: Props) => (
  <div className="modal__head">
    <div>
      <h2>{heading}</h2>
      <span className="heading__rule" aria-hidden />
    </div>
    {close && (
      <button className="xbtn" type="button" aria-label={close.label} onClick={close.onClose}>
        <Icon of={X} size={22} />
      </button>
    )}
  </div>
)
