import { lazy, Suspense, useState } from 'react'
import { useMessages } from '#web/context/app-context.ts'
import { problemPictureMessages } from '#web/i18n/en/problem-pictures.ts'
import { LoadingPart } from '#web/ui/loading-part.tsx'
import { Picture } from '#web/ui/picture.tsx'

const EnlargedPhoto = lazy(async () => ({ default: (await import('#web/ui/enlarged-photo.tsx')).EnlargedPhoto }))

/** The pictures of the advertisement, small; each opens large. */
export const ListedPictures = ({ pictures, bikeName }: { pictures: readonly string[]; bikeName: string }) => {
  const messages = useMessages(problemPictureMessages)
  const [largeIndex, setLargeIndex] = useState<number>()
  const large = largeIndex === undefined ? undefined : pictures[largeIndex]
  return (
    <section>
      <h3>{messages.listed}</h3>
      <ul className="thumbs">
        {pictures.map((picture, index) => (
          <li key={picture}>
            <button
              className="thumbs__open"
              type="button"
              aria-label={messages.listedPicture(index + 1, bikeName)}
              onClick={() => setLargeIndex(index)}
            >
              <Picture className="thumbs__picture" src={picture} alt="" sizes="8rem" />
            </button>
          </li>
        ))}
      </ul>
      {large !== undefined && (
        <Suspense fallback={<LoadingPart />}>
          <EnlargedPhoto
            src={large}
            alt={messages.listedPicture((largeIndex ?? 0) + 1, bikeName)}
            onClose={() => setLargeIndex(undefined)}
          />
        </Suspense>
      )}
    </section>
  )
}
