import { useEffect, useState, useSyncExternalStore } from 'react'
import { useApp, useSession } from '#web/context/app-context.ts'
import type { MemberBikes } from '#web/session/member-bikes.ts'

const subscribeToNothing = () => () => {}

/** Reads one fact about the member's bikes; null for visitors, and until the first answer. */
const useMemberBikes = <Name extends keyof MemberBikes, T>(name: Name, read: (bikes: MemberBikes[Name]) => T) => {
  const { loadMemberBikes } = useApp()
  const isMember = useSession().state === 'member'
  const [bikes, setBikes] = useState<MemberBikes[Name]>()
  useEffect(() => {
    // Without the file the buttons are as for somebody who has booked nothing.
    if (isMember)
      loadMemberBikes?.().then(
        (loaded) => setBikes(loaded[name]),
        () => {},
      )
  }, [isMember, loadMemberBikes, name])
  return useSyncExternalStore(
    bikes?.subscribe ?? subscribeToNothing,
    () => (bikes ? read(bikes) : null),
    () => null,
  )
}

/** The id of the member's live deal for the bike, `own` for a bike of the member, or null. */
export const useBookedBike = (productId: string): string | null =>
  useMemberBikes('booked', ({ find }) => find(productId))

/** Whether the bike is in the member's wishlist. */
export const useIsWished = (productId: string): boolean =>
  useMemberBikes('wished', ({ has }) => has(productId)) === true
