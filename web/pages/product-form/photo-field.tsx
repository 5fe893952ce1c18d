import { Camera, RefreshCw } from 'lucide'
import { FieldError } from '#web/ui/forms/field.tsx'
import { Picture } from '#web/ui/picture.tsx'
import { SavedBytesHint } from '#web/components/pictures/saved-bytes-hint.tsx'
import { pictureUploadMessages } from '#web/i18n/en/picture-upload.ts'
import { productFormMessages } from '#web/i18n/en/product-form.ts'
import { useMessages } from '#web/context/app-context.ts'
import type { Photo, usePhoto } from './use-photo.ts'
import { Icon } from '#web/ui/icon.tsx'

const PhotoPreview = ({ photo, sizes }: { photo: Photo; sizes: string }) => {
  const { add } = useMessages(productFormMessages)
  if (photo.state === 'none') return null
  if (photo.state === 'uploaded')
    return <Picture className="drop__photo" src={photo.url} alt={add.photoAlt} sizes={sizes} />
  return photo.preview === null ? null : <img className="drop__photo" src={photo.preview} alt={add.photoAlt} />
}

/** Upload progress as text and as a bar. */
const UploadProgress = ({ photo }: { photo: Photo }) => {
  const { add } = useMessages(productFormMessages)
  const { shrinking } = useMessages(pictureUploadMessages)
  if (photo.state !== 'sending') return null
  if (photo.fraction === null)
    return (
      <div className="drop__progress">
        <progress aria-label={shrinking} />
        <span>{shrinking}</span>
      </div>
    )
  const percent = Math.floor(photo.fraction * 100)
  return (
    <div className="drop__progress">
      <progress value={percent} max={100} aria-label={add.sending(percent)} />
      <span className="num">{percent < 100 ? add.sending(percent) : add.processing}</span>
    </div>
  )
}

const UploadFailed = ({ photo, onRetry }: { photo: Photo; onRetry: (file: File) => void }) => {
  const { add } = useMessages(productFormMessages)
  if (photo.state !== 'failed') return null
  return (
    <p className="drop__failed">
      {add.notSent}{' '}
      <button className="btn btn--line" type="button" onClick={() => onRetry(photo.file)}>
        <Icon of={RefreshCw} size={18} />
        {add.retry}
      </button>
    </p>
  )
}

type Props = {
  photo: ReturnType<typeof usePhoto>
  /** The first becomes the main photo, the others follow it. */
  onChoose: (files: File[]) => void
  problem: string | undefined
  isBusy: boolean
  /** Whether the photo fills the width of the form; it is small when a bike is edited. */
  isWide: boolean
}

/** The main photo: it is uploaded as soon as it is chosen, and can be retried. */
export const PhotoField = ({ photo: { photo, retry }, onChoose, problem, isBusy, isWide }: Props) => {
  const { add } = useMessages(productFormMessages)
  const isNone = photo.state === 'none'
  return (
    <div className="field">
      <span className="field__label" id="product-image-label">
        {add.image}
      </span>
      <label className="drop" htmlFor="product-image">
        <input
          className="sr-only"
          id="product-image"
          name="image"
          type="file"
          multiple
          accept="image/*"
          aria-labelledby="product-image-label"
          aria-invalid={problem !== undefined}
          aria-describedby={problem === undefined ? 'product-image-hint' : 'product-image-problem'}
          required={isNone}
          disabled={isBusy}
          onChange={({ currentTarget }) => {
            onChoose([...(currentTarget.files ?? [])])
            // Reset, so that the same file can be chosen again.
            currentTarget.value = ''
          }}
        />
        <PhotoPreview photo={photo} sizes={isWide ? '34rem' : '6rem'} />
        <Icon of={Camera} size={28} />
        <b>{isNone ? add.choose : add.chooseOther}</b>
        <span id="product-image-hint">{add.chooseHint}</span>
      </label>
      <div role="status">
        <UploadProgress photo={photo} />
        {'saved' in photo && <SavedBytesHint saved={[photo.saved]} />}
        {photo.state === 'uploaded' && <span className="sr-only">{add.uploaded}</span>}
      </div>
      <UploadFailed photo={photo} onRetry={(file) => void retry(file)} />
      {problem !== undefined && <FieldError id="product-image-problem">{problem}</FieldError>}
    </div>
  )
}
