import { data, redirectDocument, useLoaderData, type LoaderFunctionArgs } from 'react-router'
import { ApiResponseError } from '#contract/client.ts'
import { useRevalidateOnNotification } from '#web/components/notifications/use-revalidate.ts'
import { Checkout } from './checkout.tsx'
import { fetchPayOptions } from './pay-choice.tsx'
import { fetchPurchase } from '#web/lib/purchase.ts'
import { useBuyerMessages } from '#web/context/use-buyer-messages.ts'
import { appContext } from '#web/context/app-context.ts'

const paymentPath = /\/dashboard\/payments?\//

/**
 * Whether the document was loaded as a payment screen. Only such a document's Content-Security-Policy allows Stripe, so
 * a client-side navigation must load a new one.
 */
const isPaymentDocument = (): boolean => {
  const [opened] = performance.getEntriesByType('navigation')
  return opened === undefined || paymentPath.test(new URL(opened.name).pathname)
}

/** Loads the order of /dashboard/payment/:id or the wishlist item of /dashboard/payments/:id. */
export const loader = async ({ context, request, params: { id = '' } }: LoaderFunctionArgs) => {
  const { pathname, search } = new URL(request.url)
  if (!isPaymentDocument()) throw redirectDocument(pathname + search)
  const from = pathname.includes('/dashboard/payments/') ? 'wish' : 'order'
  try {
    const { client } = context.get(appContext)
    const [purchase, ways] = await Promise.all([fetchPurchase(client, { from, id }), client('GET /payments/ways')])
    return { purchase, options: await fetchPayOptions(client, purchase), ways }
  } catch (error) {
    // A malformed id answers 404, like an unknown one.
    if (error instanceof ApiResponseError && error.status === 400) throw data(null, { status: 404 })
    throw error
  }
}

export default function Payment() {
  const { payment, title } = useBuyerMessages()
  const { purchase, options, ways } = useLoaderData<typeof loader>()
  useRevalidateOnNotification()
  return (
    <>
      <title>{title(payment.title)}</title>
      <Checkout key={purchase._id} purchase={purchase} options={options} ways={ways} />
    </>
  )
}
