import { memo, Suspense, useEffect } from 'react'
import { useLoaderData, type LoaderFunctionArgs } from 'react-router'
import type { Client } from '#contract/client.ts'
import { isSlug } from '#web/lib/bike.ts'
import { Waiting } from '#web/ui/loading-screen.tsx'
import { loaded } from '#web/context/display-error.ts'
import { asleep, drowsy } from '#web/ui/hydration/lazy-on-interaction.ts'
import { useSession, world } from '#web/context/app-context.ts'

const loadBody = async () => (await import('./bike-body.tsx')).BikeBody
// Most people read the page of a bike and go on: its program comes when somebody reaches for something on it.
const body = import.meta.env.SSR ? { Part: await loadBody(), wake: () => {} } : drowsy(loadBody)

/** Whether the price is fair; null when that cannot be told now, and of a bike that is sold. */
const worthOf = async (client: Client, { _id: productId, soldAt }: { _id: string; soldAt: string | null }) => {
  if (soldAt !== null) return null
  const worth = await loaded(client('GET /worth/:productId', { params: { productId } }, { as: 'anyone' }))
  return worth.ok ? worth.value : null
}

/** The bike of the address, with its contact number for whoever is signed in. */
export const loader = async ({ context, params: { slug = '' } }: LoaderFunctionArgs) => {
  const { client } = context.get(world)
  if (!isSlug(slug)) throw new Response(null, { status: 404 })
  // Runs in the browser only for somebody who comes from another screen, where nothing was written by the server.
  body.wake()
  const bike = await client('GET /bikes/:slug', { params: { slug } })
  return { bike, worth: await worthOf(client, bike) }
}

/** Members are told the contact number, which does not stand in a page that is the same for everybody. */
const WakeForMembers = () => {
  const { state } = useSession()
  useEffect(() => {
    if (state === 'member') body.wake()
  }, [state])
  return null
}

type Data = Awaited<ReturnType<typeof loader>>

// What the server wrote may stand only as long as nothing above it is drawn anew: hence the memo, and nothing else in here.
const Sleeping = ({ bike, worth }: Data) => (
  <div className={asleep}>
    <Suspense fallback={<Waiting />}>
      <body.Part bike={bike} worth={worth} />
    </Suspense>
  </div>
)
const Page = memo(Sleeping)

/** The page of one bike. */
export default function Bike() {
  const { bike, worth } = useLoaderData<typeof loader>()
  return (
    <>
      <WakeForMembers />
      <Page bike={bike} worth={worth} />
    </>
  )
}
