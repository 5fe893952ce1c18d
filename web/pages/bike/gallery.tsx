import { ChevronLeft, ChevronRight } from 'lucide'
import { useEffect, useRef, useState, type ReactNode } from 'react'
import { Icon } from '#web/ui/icon.tsx'
import { Picture } from '#web/ui/picture.tsx'
import { bikePageMessages } from '#web/i18n/en/bike-page.ts'
import { useMessages, useFormat } from '#web/context/app-context.ts'

const sizes = '(min-width: 62rem) 42rem, 100vw'
const toPhotoId = (number: number): string => `photo-${number}`

const findShown = (row: HTMLElement | null): number => (row ? Math.round(row.scrollLeft / row.clientWidth) : 0)

/** Tracks which photo is visible and scrolls to another one. Scrolling itself is native. */
const usePhotoScroller = () => {
  const row = useRef<HTMLUListElement>(null)
  const [shown, setShown] = useState(0)
  const goTo = (index: number) => {
    const photo = row.current?.children[index]
    if (photo instanceof HTMLElement) row.current?.scrollTo({ left: photo.offsetLeft })
  }
  const onScroll = () => setShown(findShown(row.current))
  // The code of this page comes with the first touch, which may be a whole swipe.
  useEffect(() => setShown(findShown(row.current)), [])
  return { row, shown, goTo, onScroll }
}

type PhotoScroller = ReturnType<typeof usePhotoScroller>

const Arrows = ({ shown, last, goTo }: Pick<PhotoScroller, 'shown' | 'goTo'> & { last: number }) => {
  const messages = useMessages(bikePageMessages)
  const renderArrow = (to: number, label: string, direction: 'back' | 'on', icon: ReactNode) => (
    <button
      className={`gallery__arrow gallery__arrow--${direction} needs-scripts`}
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
      {renderArrow(shown - 1, messages.previous, 'back', <Icon of={ChevronLeft} size={24} />)}
      {renderArrow(shown + 1, messages.next, 'on', <Icon of={ChevronRight} size={24} />)}
    </>
  )
}

/** Which photo is shown, as dots; the position in figures says it to screen readers. */
const Dots = ({ count, shown }: { count: number; shown: number }) => (
  <span className="gallery__dots" aria-hidden>
    {Array.from({ length: count }, (_, index) => (
      <i key={index} className={index === shown ? 'on' : undefined} />
    ))}
  </span>
)

const Thumbs = ({ photos, shown, goTo }: Pick<PhotoScroller, 'shown' | 'goTo'> & { photos: string[] }) => {
  const messages = useMessages(bikePageMessages)
  const { digits } = useFormat()
  return (
    <ul className="thumbs">
      {photos.map((src, index) => (
        <li key={src}>
          {/* A plain fragment link, so that it also works without JavaScript. */}
          <a
            href={`#${toPhotoId(index + 1)}`}
            aria-label={messages.goTo(digits(index + 1))}
            aria-current={shown === index}
            onClick={(event) => {
              event.preventDefault()
              goTo(index)
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

/** A bike's photos side by side: swipe, arrow keys, arrow buttons and thumbnails. */
export const Gallery = ({ photos, name, children }: Props) => {
  const messages = useMessages(bikePageMessages)
  const { digits } = useFormat()
  const { row, shown, goTo, onScroll } = usePhotoScroller()
  const total = digits(photos.length)
  return (
    <section className="gallery" aria-label={messages.gallery}>
      <div className="gallery__main">
        {/* Focusable, so that the arrow keys scroll it. */}
        {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex */}
        <ul className="gallery__row" ref={row} tabIndex={photos.length > 1 ? 0 : undefined} onScroll={onScroll}>
          {photos.map((src, index) => (
            <li key={src} id={toPhotoId(index + 1)}>
              <Picture
                src={src}
                alt={messages.imageAlt(name, digits(index + 1), total)}
                sizes={sizes}
                isFirst={index === 0}
              />
            </li>
          ))}
        </ul>
        {photos.length > 1 && (
          <>
            <Arrows shown={shown} last={photos.length - 1} goTo={goTo} />
            <Dots count={photos.length} shown={shown} />
            <span className="gallery__n">{messages.photoPosition(digits(shown + 1), total)}</span>
          </>
        )}
        {children}
      </div>
      {photos.length > 1 && <Thumbs photos={photos} shown={shown} goTo={goTo} />}
    </section>
  )
}
