import { ArrowLeft, ArrowRight, ImagePlus, RefreshCw, Star, Trash2, type IconNode } from 'lucide'
import { Icon } from '#web/ui/icon.tsx'
import { Picture } from '#web/ui/picture.tsx'
import { bikeDetails } from '#web/i18n/en/bike-details.ts'
import { useChapter } from '#web/context/app-context.ts'
import { type MorePhoto, morePhotosMost, type useMorePhotos } from './use-more-photos.ts'

type Others = ReturnType<typeof useMorePhotos>
type Shown = { photo: MorePhoto; number: number }

const Act = ({
  icon,
  label,
  ...button
}: {
  icon: IconNode
  label: string
  disabled?: boolean
  onClick: () => void
}) => (
  <button className="btn btn--line morephoto__act" type="button" aria-label={label} title={label} {...button}>
    <Icon of={icon} size={18} />
  </button>
)

const Thumbnail = ({ photo, number }: Shown) => {
  const words = useChapter(bikeDetails)
  if (photo.state === 'here')
    return <Picture className="morephoto__pic" src={photo.url} alt={words.photo(number)} sizes="10rem" />
  if (photo.preview === null) return <span className="morephoto__pic" aria-hidden />
  return <img className="morephoto__pic" src={photo.preview} alt={words.photo(number)} />
}

const Progress = ({ photo, number }: Shown) => {
  const words = useChapter(bikeDetails)
  if (photo.state === 'failed') return <span className="morephoto__failed">{words.notSent}</span>
  if (photo.state === 'here') return null
  const percent = Math.floor(photo.share * 100)
  return <progress value={percent} max={100} aria-label={words.sending(number, percent)} />
}

type Acts = { others: Others; makeFirst: (key: string, url: string) => void }

const Item = ({ photo, number, others, makeFirst }: Shown & Acts) => {
  const words = useChapter(bikeDetails)
  const { key } = photo
  const isLast = others.photos.at(-1)?.key === key
  return (
    <li className="morephoto">
      <Thumbnail photo={photo} number={number} />
      <Progress photo={photo} number={number} />
      <div className="morephoto__acts">
        {photo.state === 'here' && (
          <Act icon={Star} label={words.makeFirst(number)} onClick={() => makeFirst(key, photo.url)} />
        )}
        {photo.state === 'failed' && (
          <Act icon={RefreshCw} label={words.again(number)} onClick={() => others.again(key, photo.file)} />
        )}
        <Act
          icon={ArrowLeft}
          label={words.earlier(number)}
          disabled={number === 2}
          onClick={() => others.move(key, -1)}
        />
        <Act icon={ArrowRight} label={words.later(number)} disabled={isLast} onClick={() => others.move(key, 1)} />
        <Act icon={Trash2} label={words.remove(number)} onClick={() => others.remove(key)} />
      </div>
    </li>
  )
}

const Choose = ({ others, isBusy, problem }: { others: Others; isBusy: boolean; problem: string | undefined }) => {
  const words = useChapter(bikeDetails)
  const isFull = others.photos.length >= morePhotosMost
  return (
    <label className="drop" htmlFor="product-photos">
      <input
        className="sr-only"
        id="product-photos"
        name="moreImages"
        type="file"
        multiple
        accept="image/jpeg,image/png,image/webp"
        aria-labelledby="product-photos-label"
        aria-describedby={problem === undefined ? 'product-photos-hint' : 'product-photos-problem'}
        disabled={isBusy || isFull}
        onChange={({ currentTarget }) => {
          others.choose([...(currentTarget.files ?? [])])
          // The same file can be chosen again.
          currentTarget.value = ''
        }}
      />
      <Icon of={ImagePlus} size={28} />
      <b>{words.choosePhotos}</b>
      <span id="product-photos-hint">{(isFull ? words.photosFull : words.photosHint)(morePhotosMost + 1)}</span>
    </label>
  )
}

/** The photos after the first one, in the order in which buyers will see them. */
export const MorePhotos = ({ problem, isBusy, ...acts }: Acts & { problem: string | undefined; isBusy: boolean }) => {
  const words = useChapter(bikeDetails)
  const { others } = acts
  return (
    <div className="field">
      <span className="field__label" id="product-photos-label">
        {words.photos} <span className="opt">({words.optional})</span>
      </span>
      {others.photos.length > 0 && (
        <ol className="morephotos" start={2}>
          {others.photos.map((photo, at) => (
            <Item key={photo.key} photo={photo} number={at + 2} {...acts} />
          ))}
        </ol>
      )}
      <Choose others={others} isBusy={isBusy} problem={problem} />
      <span role="status" className="sr-only">
        {others.urls.length > 0 && words.photosHere(others.urls.length)}
      </span>
      {problem !== undefined && (
        <p className="error" id="product-photos-problem">
          {problem}
        </p>
      )}
    </div>
  )
}
