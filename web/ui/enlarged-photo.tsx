import { X } from 'lucide'
import { useMessages } from '#web/context/app-context.ts'
import { Modal } from './modal.tsx'
import { Picture } from './picture.tsx'
import { Icon } from './icon.tsx'
import { useBackCloses } from './use-back-closes.ts'

/** A full-page photo; closes with its button, Back, Escape or a click outside. */
export const EnlargedPhoto = ({ src, alt, onClose }: { src: string; alt: string; onClose: () => void }) => {
  const { card } = useMessages()
  useBackCloses(onClose)
  return (
    <Modal label={alt} className="dialog--photo" onClose={onClose}>
      <Picture src={src} alt={alt} sizes="min(100vw, 67.5rem)" isFirst />
      <button className="dialog__close" type="button" aria-label={card.closePhoto} onClick={onClose}>
        <Icon of={X} size={22} />
      </button>
    </Modal>
  )
}
