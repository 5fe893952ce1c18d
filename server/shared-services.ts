// Creates what several modules use.
import { createAccessCheck, createAuthenticator } from '#market/auth/authenticator.ts'
import type { Member } from '#market/schema/people/members.ts'
import { createNotificationStreams } from '#market/notifications/stream.ts'
import { createVisitCounter } from '#market/overview/visits/visit-counter.ts'
import type { PaymentsDeps } from '#market/payments/settle.ts'
import { createPrivatePictures } from '#market/pictures/private-pictures.ts'
import { createImageWorker } from '#market/pictures/routes.ts'
import { createStamp, createWatermarkWorker } from '#market/papers/watermark/stamp.ts'
import { createSavedSearchMatcher } from '#market/search/saved-searches.ts'
import { createOgImageRenderer } from '#market/sharing/routes.ts'
import { createPrimaryReads } from '#platform/database/replica.ts'
import { createRateLimitCounter } from '#platform/http/rate-limit-counter.ts'
import { createRateLimiter } from '#platform/http/rate-limiter.ts'
import { createAuthDeps } from './auth.ts'
import type { AppDependencies } from './dependencies.ts'

/** What several modules use. The helper processes of pictures start when they are first used. */
export const createServices = (dependencies: AppDependencies) => {
  const { db, paymentProviders, now, createId, log, limits, replica } = dependencies
  const auth = createAuthDeps(dependencies)
  const rateLimitCounter = createRateLimitCounter({ pool: db.$client, now })
  const paymentsDeps: PaymentsDeps = {
    db,
    paymentProviders,
    now,
    createId,
    maxHoldsPerBuyer: limits.maxHoldsPerBuyer,
    log: (line) => log.warn(line),
  }
  const imageWorker = createImageWorker()
  const watermarkWorker = createWatermarkWorker()
  return {
    privatePictures: createPrivatePictures({ ...dependencies.pictures, imageWorker }),
    stamp: createStamp(watermarkWorker),
    watermarkWorker,
    auth,
    authenticator: createAuthenticator(auth),
    isAdmin: (me: Member) => createAccessCheck(auth)(me, 'admin'),
    isModerator: (me: Member) => createAccessCheck(auth)(me, 'moderator'),
    paymentsDeps,
    rateLimitCounter,
    rateLimiter: createRateLimiter({ counter: rateLimitCounter, limits, findKnownDevice: auth.devices.find }),
    replicaReads: replica?.replicaReads ?? createPrimaryReads(db),
    matchSavedSearch: createSavedSearchMatcher({ db, now }),
    imageWorker,
    ogImageRenderer: createOgImageRenderer(),
    streams: createNotificationStreams(),
    visits: createVisitCounter({ db, now }),
  }
}
export type Services = ReturnType<typeof createServices>
