import { lazy, Suspense, useState } from 'react'
import { LoadingPart } from '#web/ui/loading-part.tsx'
import { useBookingAfterLogin } from './bike-buttons.tsx'

const UnlistedBooking = lazy(async () => ({ default: (await import('./unlisted-booking.tsx')).UnlistedBooking }))

/**
 * Opens the booking dialog after the log-in for a bike that the list does not show yet, because "Show more" had brought it.
 * The buttons of the listed bikes open their own.
 */
export const BookUnlisted = ({ listed }: { listed: readonly { slug: string }[] }) => {
  const [slug, setSlug] = useState<string | null>(null)
  useBookingAfterLogin((wanted) => listed.every((bike) => bike.slug !== wanted), setSlug)
  return (
    slug !== null && (
      <Suspense fallback={<LoadingPart />}>
        <UnlistedBooking slug={slug} onClose={() => setSlug(null)} />
      </Suspense>
    )
  )
}
