import { X } from 'lucide'
import { Icon } from './icon.tsx'

type Props = {
  heading: string
  /** The close button, for dialogs without another visible one. */
  close?: { label: string; onClose: () => void }
}

/** The heading of a dialog with its close button. */
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
