import { TriangleAlert } from 'lucide'
import type { ReactNode } from 'react'
import { PrivatePicture } from '#web/components/evidence/private-picture.tsx'
import { useMessages } from '#web/context/app-context.ts'
import { dealMessages } from '#web/i18n/en/deals.ts'
import { Icon } from '#web/ui/icon.tsx'

const focusHeading = (heading: HTMLElement | null) => heading?.focus()

type Props = {
  heading: string
  photoAlt: string
  words: { openUntil: (time: string) => string; ofOther: string; close: string }
  /** The photo, until when it is open, and whether another member has sent the very same one. */
  evidence: { fileId: string; openUntil: string; isPhotoOfOther: boolean }
  /** What was said, and the decision. */
  children: ReactNode
  onClose: () => void
}

/** The photo with the reader's name on it, and beside it what was said. */
export const OpenedEvidence = ({ heading, photoAlt, words, evidence, children, onClose }: Props) => {
  const { times } = useMessages(dealMessages)
  return (
    <section className="panel case evid--paper" aria-labelledby="evidence-heading">
      <h2 className="h3" id="evidence-heading" tabIndex={-1} ref={focusHeading}>
        {heading}
      </h2>
      <p className="hint">{words.openUntil(times.at(evidence.openUntil))}</p>
      <PrivatePicture path={`/api/papers/files/${evidence.fileId}`} alt={photoAlt} />
      {evidence.isPhotoOfOther && (
        <p className="note note--stop">
          <Icon of={TriangleAlert} size={20} />
          <span>{words.ofOther}</span>
        </p>
      )}
      {children}
      <div className="acts">
        <button className="btn btn--quiet" type="button" onClick={onClose}>
          {words.close}
        </button>
      </div>
    </section>
  )
}
