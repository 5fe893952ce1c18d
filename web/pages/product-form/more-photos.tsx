import { ArrowLeft, ArrowRight, ImagePlus, RefreshCw, Star, Trash2, type IconNode } from 'lucide'
import { SavedBytesHint } from '#web/components/pictures/saved-bytes-hint.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { MoreMenu } from '#web/ui/menus/more-menu.tsx'
import { Picture } from '#web/ui/picture.tsx'
import { bikeDetailsMessages } from '#web/i18n/en/bike-details.ts'
import { useMessages } from '#web/context/app-context.ts'
import { type MorePhoto, maxMorePhotos, type useMorePhotos } from './use-more-photos.ts'

type MorePhotosState = ReturnType<typeof useMorePhotos>
type PhotoProps = { photo: MorePhoto; number: number }

/** What is done with a photo: its label says the visible words and which photo. */
const Entry = ({
  icon,
  text,
  label,
  isRed = false,
  onClick,
}: {
  icon: IconNode
  text: string
  label: string
  isRed?: boolean
  onClick: () => void
}) => (
  <button
    className={isRed ? 'btn btn--danger btn--bare' : 'btn btn--quiet'}
    type="button"
    aria-label={label}
    onClick={onClick}
  >
    <Icon of={icon} size={18} />
    {text}
  </button>
)

const Thumbnail = ({ photo, number }: PhotoProps) => {
  const messages = useMessages(bikeDetailsMessages)
  if (photo.state === 'uploaded')
    return <Picture className="morephoto__pic" src={photo.url} alt={messages.photo(number)} sizes="10rem" />
  if (photo.preview === null) return <span className="morephoto__pic" aria-hidden />
  return <img className="morephoto__pic" src={photo.preview} alt={messages.photo(number)} />
}

const UploadProgress = ({ photo, number }: PhotoProps) => {
  const messages = useMessages(bikeDetailsMessages)
  if (photo.state === 'failed') return <span className="morephoto__failed">{messages.notSent}</span>
  if (photo.state === 'uploaded') return null
  const percent = Math.floor(photo.fraction * 100)
  return <progress value={percent} max={100} aria-label={messages.sending(number, percent)} />
}

type PhotoActions = { morePhotos: MorePhotosState; makeFirst: (key: string, url: string) => void }

/** What else can be done with a photo; what cannot be done with it is left out. */
const PhotoMenu = ({ photo, number, morePhotos, makeFirst }: PhotoProps & PhotoActions) => {
  const messages = useMessages(bikeDetailsMessages)
  const { photoActs } = messages
  const { key } = photo
  const isLast = morePhotos.photos.at(-1)?.key === key
  return (
    <MoreMenu label={messages.photoMenu(number)}>
      {photo.state === 'uploaded' && (
        <Entry
          icon={Star}
          text={photoActs.makeFirst}
          label={messages.makeFirst(number)}
          onClick={() => makeFirst(key, photo.url)}
        />
      )}
      {number > 2 && (
        <Entry
          icon={ArrowLeft}
          text={photoActs.moveForward}
          label={messages.moveForward(number)}
          onClick={() => morePhotos.move(key, -1)}
        />
      )}
      {!isLast && (
        <Entry
          icon={ArrowRight}
          text={photoActs.moveBack}
          label={messages.moveBack(number)}
          onClick={() => morePhotos.move(key, 1)}
        />
      )}
      <Entry
        icon={Trash2}
        text={photoActs.remove}
        label={messages.remove(number)}
        isRed
        onClick={() => morePhotos.remove(key)}
      />
    </MoreMenu>
  )
}

const Item = ({ photo, number, ...actions }: PhotoProps & PhotoActions) => {
  const messages = useMessages(bikeDetailsMessages)
  return (
    <li className="morephoto">
      <Thumbnail photo={photo} number={number} />
      <UploadProgress photo={photo} number={number} />
      <div className="morephoto__acts">
        {photo.state === 'failed' && (
          <button
            className="btn btn--line"
            type="button"
            aria-label={messages.retryUpload(number)}
            title={messages.retryUpload(number)}
            onClick={() => actions.morePhotos.retry(photo.key, photo.file)}
          >
            <Icon of={RefreshCw} size={18} />
          </button>
        )}
        <PhotoMenu photo={photo} number={number} {...actions} />
      </div>
    </li>
  )
}

const PhotoInput = ({
  morePhotos,
  isBusy,
  problem,
}: {
  morePhotos: MorePhotosState
  isBusy: boolean
  problem: string | undefined
}) => {
  const messages = useMessages(bikeDetailsMessages)
  const isFull = morePhotos.photos.length >= maxMorePhotos
  return (
    <label className="drop" htmlFor="product-photos">
      <input
        className="sr-only"
        id="product-photos"
        name="moreImages"
        type="file"
        multiple
        accept="image/*"
        aria-labelledby="product-photos-label"
        aria-describedby={problem === undefined ? 'product-photos-hint' : 'product-photos-problem'}
        disabled={isBusy || isFull}
        onChange={({ currentTarget }) => {
          morePhotos.choose([...(currentTarget.files ?? [])])
          // Reset, so that the same file can be chosen again.
          currentTarget.value = ''
        }}
      />
      <Icon of={ImagePlus} size={28} />
      <b>{messages.choosePhotos}</b>
      <span id="product-photos-hint">{(isFull ? messages.photosFull : messages.photosHint)(maxMorePhotos + 1)}</span>
    </label>
  )
}

/** The photos after the first one, in the order in which buyers see them. */
export const MorePhotos = ({
  problem,
  isBusy,
  ...actions
}: PhotoActions & { problem: string | undefined; isBusy: boolean }) => {
  const messages = useMessages(bikeDetailsMessages)
  const { morePhotos } = actions
  return (
    <div className="field">
      <span className="field__label" id="product-photos-label">
        {messages.photos} <span className="opt">({messages.optional})</span>
      </span>
      {morePhotos.photos.length > 0 && (
        <ol className="morephotos" start={2}>
          {morePhotos.photos.map((photo, index) => (
            <Item key={photo.key} photo={photo} number={index + 2} {...actions} />
          ))}
        </ol>
      )}
      <PhotoInput morePhotos={morePhotos} isBusy={isBusy} problem={problem} />
      <SavedBytesHint saved={morePhotos.photos.map((photo) => ('saved' in photo ? photo.saved : null))} />
      <span role="status" className="sr-only">
        {morePhotos.urls.length > 0 && messages.photosUploaded(morePhotos.urls.length)}
      </span>
      {problem !== undefined && (
        <p className="error" id="product-photos-problem">
          {problem}
        </p>
      )}
    </div>
  )
}
