import { Suspense, use, useState } from 'react'
import { Navigate } from 'react-router'
import type { Client } from '#contract/client.ts'
import { BookingDialog } from '#web/components/booking-dialog.tsx'
import { useApp } from '#web/context/app-context.ts'
import type { Bookable } from '#web/lib/bike.ts'
import { LoadingPart } from '#web/ui/loading-part.tsx'

type Props = { slug: string; onClose: () => void }
type BookableBike = Bookable & { slug: string; isReserved: boolean }

/** The bike, or null when it cannot be booked or was not found. */
const fetchBookable = async (client: Client, slug: string): Promise<BookableBike | null> => {
  const { status, ...found } = await client('GET /bikes/:slug', { params: { slug } })
  return status === 'available' || status === 'reserved' ? { ...found, isReserved: status === 'reserved' } : null
}

/** The page of a bike that cannot be booked says why. */
const Dialog = ({ slug, found, onClose }: Props & { found: Promise<BookableBike | null> }) => {
  const bike = use(found)
  if (bike === null) return <Navigate to={`/bikes/${slug}`} replace />
  return <BookingDialog bike={bike} isReserved={bike.isReserved} onClose={onClose} />
}

/** The booking dialog of a bike of which only the slug is known. */
export const UnlistedBooking = ({ slug, onClose }: Props) => {
  const { client } = useApp()
  const [found] = useState(() => fetchBookable(client, slug).catch(() => null))
  return (
    <Suspense fallback={<LoadingPart />}>
      <Dialog slug={slug} found={found} onClose={onClose} />
    </Suspense>
  )
}
