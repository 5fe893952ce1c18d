import { ChevronLeft, ChevronRight } from 'lucide'
import { useRef, useState, type ReactNode } from 'react'
import { Icon } from '#web/ui/icon.tsx'
import { Picture } from '#web/ui/picture.tsx'
import { bikePage } from '#web/i18n/en/bike-page.ts'
import { useChapter, useFigures } from '#web/context/app-context.ts'

const sizes = '(min-width: 62rem) 42rem, 100vw'
const photoId = (number: number): string => `photo-${number}`

/** The row of photos: which one is seen, and how to go to another one. Its scrolling is the browser's. */
const useRow = () => {
  const row = useRef<HTMLUListElement>(null)
  const [shown, setShown] = useState(0)
  const goTo = (at: number) => {
    const photo = row.current?.children[at]
    if (photo instanceof HTMLElement) row.current?.scrollTo({ left: photo.offsetLeft })
  }
  const onScroll = () => {
    const { scrollLeft = 0, clientWidth = 1 } = row.current ?? {}
    setShown(Math.round(scrollLeft / clientWidth))
  }
  return { row, shown, goTo, onScroll }
}

type Row = ReturnType<typeof useRow>

const Arrows = ({ shown, last, goTo }: Pick<Row, 'shown' | 'goTo'> & { last: number }) => {
  const words = useChapter(bikePage)
  const arrow = (to: number, label: string, way: 'back' | 'on', icon: ReactNode) => (
    <button
      className={`gallery__arrow gallery__arrow--${way} needs-scripts`}
      type="button"
      aria-label={label}
      disabled={to < 0 || to > last}
      onClick={() => goTo(to)}
    >
      {icon}
    </button>
  )
  return (
    <>
      {arrow(shown - 1, words.previous, 'back', <Icon of={ChevronLeft} size={24} />)}
      {arrow(shown + 1, words.next, 'on', <Icon of={ChevronRight} size={24} />)}
    </>
  )
}

const Thumbs = ({ photos, shown, goTo }: Pick<Row, 'shown' | 'goTo'> & { photos: string[] }) => {
  const words = useChapter(bikePage)
  const { digits } = useFigures()
  return (
    <ul className="thumbs">
      {photos.map((src, at) => (
        <li key={src}>
          {/* A plain link: without scripts the browser scrolls to the photo by itself. */}
          <a
            href={`#${photoId(at + 1)}`}
            aria-label={words.goTo(digits(at + 1))}
            aria-current={shown === at}
            onClick={(event) => {
              event.preventDefault()
              goTo(at)
            }}
          >
            <Picture src={src} alt="" sizes="6.25rem" />
          </a>
        </li>
      ))}
    </ul>
  )
}

type Props = { photos: string[]; name: string; children?: ReactNode }

/** The photos of a bike side by side: swiped by a finger, moved by the arrow keys, the arrows and the small ones below. */
export const Gallery = ({ photos, name, children }: Props) => {
  const words = useChapter(bikePage)
  const { digits } = useFigures()
  const { row, shown, goTo, onScroll } = useRow()
  const of = digits(photos.length)
  return (
    <section className="gallery" aria-label={words.gallery}>
      <div className="gallery__main">
        {/* A scrolling row can be focused, so that the arrow keys move it. */}
        {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex */}
        <ul className="gallery__row" ref={row} tabIndex={photos.length > 1 ? 0 : undefined} onScroll={onScroll}>
          {photos.map((src, at) => (
            <li key={src} id={photoId(at + 1)}>
              <Picture src={src} alt={words.imageOf(name, digits(at + 1), of)} sizes={sizes} isFirst={at === 0} />
            </li>
          ))}
        </ul>
        {photos.length > 1 && (
          <>
            <Arrows shown={shown} last={photos.length - 1} goTo={goTo} />
            <span className="gallery__n">{words.place(digits(shown + 1), of)}</span>
          </>
        )}
        {children}
      </div>
      {photos.length > 1 && <Thumbs photos={photos} shown={shown} goTo={goTo} />}
    </section>
  )
}
