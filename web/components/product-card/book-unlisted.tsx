import { lazy, Suspense, use, useEffect, useState } from 'react'
import { Navigate } from 'react-router'
import type { Client } from '#contract/client.ts'
import { useApp, useSession } from '#web/context/app-context.ts'
import { type Bookable, parseBookingFragment } from '#web/lib/bike.ts'
import { LoadingPart } from '#web/ui/loading-part.tsx'

const BookingDialog = lazy(async () => ({
  default: (await import('#web/components/booking-dialog.tsx')).BookingDialog,
}))

type BookableBike = Bookable & { slug: string; isReserved: boolean }
type Listed = readonly { slug: string }[]
type Wanted = { slug: string; found: Promise<BookableBike | null> }

/** The bike, or null when it cannot be booked or was not found. */
const fetchBookable = async (client: Client, slug: string): Promise<BookableBike | null> => {
  const { status, ...found } = await client('GET /bikes/:slug', { params: { slug } })
  return status === 'available' || status === 'reserved' ? { ...found, isReserved: status === 'reserved' } : null
}

const useUnlistedAfterLogin = (listed: Listed, open: (slug: string) => void) => {
  const isMember = useSession().state === 'member'
  useEffect(() => {
    const slug = isMember ? parseBookingFragment(location.hash) : null
    if (slug === null || listed.some((bike) => bike.slug === slug)) return
    // Reloading the page must not open it again.
    history.replaceState(history.state, '', location.pathname + location.search)
    open(slug)
  })
}

/** The page of a bike that cannot be booked says why. */
const Dialog = ({ wanted: { slug, found }, onClose }: { wanted: Wanted; onClose: () => void }) => {
  const bike = use(found)
  if (bike === null) return <Navigate to={`/bikes/${slug}`} replace />
  return <BookingDialog bike={bike} isReserved={bike.isReserved} onClose={onClose} />
}

/**
 * Opens the booking dialog after the log-in for a bike that the list does not show yet, because "Show more" had brought it.
 * The buttons of the listed bikes open their own.
 */
export const BookUnlisted = ({ listed }: { listed: Listed }) => {
  const { client } = useApp()
  const [wanted, setWanted] = useState<Wanted | null>(null)
  useUnlistedAfterLogin(listed, (slug) => setWanted({ slug, found: fetchBookable(client, slug).catch(() => null) }))
  if (wanted === null) return null
  return (
    <Suspense fallback={<LoadingPart />}>
      <Dialog wanted={wanted} onClose={() => setWanted(null)} />
    </Suspense>
  )
}
