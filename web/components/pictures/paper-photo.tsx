// The photo of a paper, or of what the police wrote of a theft: taken by the camera or chosen, made smaller, and sent when the paper is saved.
import { Camera, ImagePlus, Trash2, type IconNode } from 'lucide'
import { type ChangeEvent, useRef, useState } from 'react'
import { PrivatePicture } from '#web/components/evidence/private-picture.tsx'
import { createPhotoPreview } from './photo-preview.ts'
import { shrinkPicture } from './shrink-picture.ts'
import { useApp, useMessages } from '#web/context/app-context.ts'
import { paperMessages } from '#web/i18n/en/papers.ts'
import { Icon } from '#web/ui/icon.tsx'

type Chosen = { picture: Blob; preview: string | null; fileId: string | null }

/** Makes the photo smaller, and a preview of it. */
const preparePhoto = async (file: File): Promise<Chosen> => {
  const { picture } = await shrinkPicture(file)
  return { picture, preview: await createPhotoPreview(picture), fileId: null }
}

/** The photo that is there, the one that was chosen, and whether it is to go. */
export const usePaperPhoto = (
  storedId: string | null,
  upload: 'POST /papers/files' | 'POST /stolen/files' = 'POST /papers/files',
) => {
  const { client } = useApp()
  const [chosen, setChosen] = useState<Chosen | null>(null)
  const [isRemoved, setIsRemoved] = useState(false)
  const [isPreparing, setIsPreparing] = useState(false)
  const lastChoice = useRef<Promise<Chosen>>(null)
  const choose = async (file: File) => {
    setIsPreparing(true)
    const choice = preparePhoto(file)
    lastChoice.current = choice
    const prepared = await choice
    // A later choice counts.
    if (lastChoice.current !== choice) return
    setChosen(prepared)
    setIsPreparing(false)
  }
  /**
   * Sends a chosen photo once; returns its id, null for none, or undefined when nothing changes. One that is still made
   * smaller is waited for.
   */
  const send = async (): Promise<string | null | undefined> => {
    const choice = lastChoice.current
    const photo = await choice
    if (!photo) return isRemoved ? null : undefined
    if (photo.fileId !== null) return photo.fileId
    const form = new FormData()
    form.set('image', photo.picture)
    const { fileId } = await client(upload, { form })
    const sent = { ...photo, fileId }
    if (lastChoice.current === choice) {
      lastChoice.current = Promise.resolve(sent)
      setChosen(sent)
    }
    return fileId
  }
  const remove = () => {
    lastChoice.current = null
    setChosen(null)
    setIsPreparing(false)
    setIsRemoved(true)
  }
  return { storedId, chosen, isRemoved, isPreparing, choose, send, remove, keep: () => setIsRemoved(false) }
}

type Photo = ReturnType<typeof usePaperPhoto>

const Preview = ({ photo: { chosen, storedId, isRemoved } }: { photo: Photo }) => {
  const { own } = useMessages(paperMessages)
  if (chosen?.preview === null) return <p className="hint">{own.noPreview}</p>
  if (chosen)
    return (
      <span className="evid__picture">
        <img src={chosen.preview} alt={own.yourPhoto} />
      </span>
    )
  if (storedId === null || isRemoved) return null
  return <PrivatePicture key={storedId} path={`/api/papers/files/${storedId}`} alt={own.yourPhoto} />
}

type InputProps = { icon: IconNode; label: string; isCamera?: boolean; onChoose: (file: File) => Promise<void> }

const PhotoInput = ({ icon, label, isCamera = false, onChoose }: InputProps) => {
  const choose = ({ currentTarget }: ChangeEvent<HTMLInputElement>) => {
    const file = currentTarget.files?.[0]
    if (file) void onChoose(file)
    // Reset, so that the same file can be chosen again.
    currentTarget.value = ''
  }
  return (
    <label className={`btn btn--line btn--file${isCamera ? ' btn--camera' : ''}`}>
      <Icon of={icon} size={20} />
      {label}
      <input
        className="sr-only"
        type="file"
        accept="image/*"
        aria-describedby="paper-photo-hint"
        capture={isCamera ? 'environment' : undefined}
        onChange={choose}
      />
    </label>
  )
}

/** The photo of a paper, and what happens to it. */
export const PaperPhoto = ({ photo, hint }: { photo: Photo; hint?: string }) => {
  const { own } = useMessages(paperMessages)
  const { chosen, storedId, isRemoved, isPreparing, choose, remove, keep } = photo
  const hasStored = storedId !== null && !isRemoved
  return (
    <div className="field" role="group" aria-labelledby="paper-photo">
      <span className="field__label" id="paper-photo">
        {own.photo}
      </span>
      <Preview photo={photo} />
      <div role="status">{isPreparing && <p className="hint">{own.preparing}</p>}</div>
      {storedId !== null && isRemoved && !chosen && (
        <p className="hint">
          {own.removed}{' '}
          <button className="note__retry" type="button" onClick={keep}>
            {own.keep}
          </button>
        </p>
      )}
      <div className="acts">
        <PhotoInput icon={Camera} label={chosen || hasStored ? own.another : own.camera} isCamera onChoose={choose} />
        <PhotoInput icon={ImagePlus} label={own.pick} onChoose={choose} />
        {(chosen !== null || hasStored) && (
          <button className="btn btn--quiet" type="button" onClick={remove}>
            <Icon of={Trash2} size={18} />
            {own.remove}
          </button>
        )}
      </div>
      <p className="hint" id="paper-photo-hint">
        {hint ?? `${own.photoHint} ${own.privacy}`}
      </p>
    </div>
  )
}
