// What a provider posts: by itself, and through the buyer's browser. Both are hints. A notification says which payment to
// ask about; the browser goes on to the page that asks.
import { z } from 'zod'
import { ApiError } from '#contract/errors/api-errors.ts'
import type { LanguageCode } from '#contract/language.ts'
import type { paymentCalls } from '#contract/payments.ts'
import type { Handlers } from '#platform/http/router.ts'
import type { Member } from '#market/schema/people/members.ts'
import { getProvider } from './providers.ts'
import { settle, type PaymentsDeps } from './settle.ts'

type NotificationCalls = Pick<typeof paymentCalls, 'POST /payments/ipn/:provider' | 'POST /payments/back/:provider'>

type Back = { reference: string; status: 'success' | 'failure' | 'cancel'; language: LanguageCode }

/** Where SSLCommerz posts to. */
export const toSslcommerzUrls = (publicUrl: string) => ({
  ipn: `${publicUrl}/api/payments/ipn/sslcommerz`,
  back: ({ reference, status, language }: Back): string => {
    const query = new URLSearchParams({ reference, status, language })
    return `${publicUrl}/api/payments/back/sslcommerz?${query.toString()}`
  },
})

// What it does not understand is not passed on.
const BackQuery = z.object({
  reference: z
    .string()
    .regex(/^[\w-]{1,64}$/)
    .catch(''),
  status: z.enum(['success', 'failure', 'cancel']).optional().catch(undefined),
  language: z.enum(['en', 'bn']).catch('en'),
})

/** The handlers of what providers post. */
export const notificationRoutes = (deps: PaymentsDeps): Handlers<NotificationCalls, Member> => ({
  'POST /payments/ipn/:provider': async ({ params, request }) => {
    const body = Buffer.isBuffer(request.body) ? request.body.toString('utf8') : ''
    const reference = params.provider === 'sslcommerz' ? deps.paymentProviders.sslcommerz?.readNotification(body) : null
    if (typeof reference !== 'string') throw new ApiError('bad_signature')
    // One that fails is sent again; the job asks about every payment anyway.
    await settle(deps, reference, getProvider(deps, 'sslcommerz').name)
    return { received: true }
  },
  'POST /payments/back/:provider': async ({ params, query, reply }) => {
    if (params.provider !== 'sslcommerz') throw new ApiError('bad_signature')
    const { reference, status, language } = BackQuery.parse(query)
    const target = new URLSearchParams({ paymentID: reference, ...(status && { status }) })
    const prefix = language === 'bn' ? '/bn' : ''
    void reply.redirect(`${prefix}/dashboard/paid/sslcommerz?${target.toString()}`)
    return {}
  },
})
