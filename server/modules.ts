// The modules of the shop, each with what it takes of the others. server/app.ts serves them and runs their jobs.
import { randomInt } from 'node:crypto'
import { join } from 'node:path'
import type { FastifyRequest } from 'fastify'
import { contract } from '#contract/api.ts'
import type { LimitName } from '#contract/limits.ts'
import { createAdminModule } from '#market/admin/module.ts'
import { createAlertsModule } from '#market/alerts/module.ts'
import { getRequestSource } from '#market/auth/authenticator.ts'
import { createIdentityProof } from '#market/auth/identity-proof.ts'
import { createAuthModule } from '#market/auth/module.ts'
import { assertSameSite } from '#market/auth/request-checks.ts'
import { createBadgesModule } from '#market/badges/module.ts'
import { createBikesModule } from '#market/bikes/module.ts'
import { findSimilarBikes } from '#market/bikes/similar-bikes.ts'
import { bookingRoutes } from '#market/bookings/routes.ts'
import { createCasesModule } from '#market/cases/module.ts'
import { reportStrange } from '#market/cases/routes.ts'
import { catalogueRoutes } from '#market/catalogue/routes.ts'
import { categoryRoutes } from '#market/categories/routes.ts'
import { createChatsModule } from '#market/chats/module.ts'
import { contactRoutes } from '#market/contact/routes.ts'
import { createBikeDeals } from '#market/deals/bike-changes.ts'
import { findFileForEmail } from '#market/deals/meeting-file/calendar-file.ts'
import { createDealsModule } from '#market/deals/module.ts'
import { createInspectionsModule } from '#market/inspections/module.ts'
import { createLedgerCheck } from '#market/ledger/jobs.ts'
import { createMailModule } from '#market/mail/module.ts'
import { memberRoutes } from '#market/members/routes.ts'
import { createNotificationsModule } from '#market/notifications/module.ts'
import { type NewNotification, notify } from '#market/notifications/notify.ts'
import { createOverviewModule } from '#market/overview/module.ts'
import { ownDataRoutes } from '#market/own-data/routes.ts'
import { type PaperFileDeps, receivePaperFile } from '#market/papers/files/routes.ts'
import { createPapersModule } from '#market/papers/module.ts'
import { isBeingPaid, releaseHoldOfBike, releaseHoldOfDeal } from '#market/payments/holds.ts'
import { createPaymentsModule } from '#market/payments/module.ts'
import { createPayoutsModule } from '#market/payouts/module.ts'
import { phoneRoutes } from '#market/phone-proofs/routes.ts'
import { createPicturesModule } from '#market/pictures/module.ts'
import { createPriceEstimatesModule } from '#market/price-estimates/module.ts'
import { createReviews } from '#market/publishing/review.ts'
import { createRatingsModule } from '#market/ratings/module.ts'
import { searchRoutes } from '#market/search/routes.ts'
import { countEdits } from '#market/search/spelling.ts'
import { createSharingModule } from '#market/sharing/module.ts'
import { createTransfersModule } from '#market/transfers/module.ts'
import { createVehicleNumbersModule } from '#market/vehicle-numbers/module.ts'
import type { StolenRouteDeps } from '#market/vehicle-numbers/stolen/routes.ts'
import { readNumbers } from '#market/vehicle-numbers/stored-numbers.ts'
import { wishlistRoutes } from '#market/wishlist/routes.ts'
import { documentationRoutes } from '#platform/api-reference/api-reference.ts'
import { createRateLimitCheck } from '#platform/http/rate-limiter.ts'
import { createAccountDeletion } from './auth.ts'
import type { AppDependencies } from './dependencies.ts'
import type { Services } from './shared-services.ts'

// The six digits of a text message.
const createCode = (): string => String(randomInt(1_000_000)).padStart(6, '0')
const logoFile = join(import.meta.dirname, '../web/assets/brand/logo-on-green.svg')

/** Where encrypted photos are, and how they are received. */
const createPaperStore = ({ pictures }: AppDependencies, { privatePictures }: Services) => ({
  store: pictures.store,
  convert: (request: FastifyRequest) => privatePictures.convert(request),
})

/** Tells members of what happens in a module. */
const createNotify = (deps: Parameters<typeof notify>[1]) => ({
  notify: (tx: Parameters<typeof notify>[0], notices: readonly NewNotification[]) => notify(tx, deps, notices),
})

/** What inspections take of notifications and of the devices with which members have logged in. */
const createInspectionParts = <Find>(deps: Parameters<typeof notify>[1] & { auth: { devices: { find: Find } } }) => ({
  ...createNotify(deps),
  findKnownDevice: deps.auth.devices.find,
})

/** What the register of stolen bikes takes of notifications and papers. */
const createStolenBikeParts = (deps: PaperFileDeps): Pick<StolenRouteDeps, 'notify' | 'receiveFile'> => ({
  ...createNotify(deps),
  receiveFile: (request, ownerId) => receivePaperFile(deps, request, ownerId),
})

/**
 * Each module takes what it needs of `shared`, and here stands what it takes of other modules. A module with several files of
 * handlers, with jobs, or with something outside of the API has a `module.ts`; of others the list has the handlers themselves.
 */
export const createModules = (dependencies: AppDependencies, services: Services) => {
  const shared = { ...dependencies, ...services, log: (line: string) => dependencies.log.warn(line) }
  const { auth, paymentsDeps, rateLimiter, pictures, pages, publicUrl } = shared
  const reviews = createReviews(shared)
  const paperFiles = { ...shared, ...createPaperStore(dependencies, services) }
  const createCheck = (limit: LimitName) => createRateLimitCheck(rateLimiter, limit)
  return {
    auth: createAuthModule({ ...auth, createToken: dependencies.createToken }),
    ownData: { routes: [ownDataRoutes({ ...auth, ...createAccountDeletion(auth, dependencies) })] },
    phoneProofs: { routes: [phoneRoutes({ ...shared, log: dependencies.log, createCode })] },
    members: { routes: [memberRoutes(shared)] },
    categories: { routes: [categoryRoutes(shared)] },
    catalogue: { routes: [catalogueRoutes({ ...shared, countEdits })] },
    bikes: createBikesModule({
      ...shared,
      isBeingPaid,
      bikeDeals: createBikeDeals(shared),
      reviews,
      releaseHoldOfBike: (bikeId) => releaseHoldOfBike(paymentsDeps, bikeId),
    }),
    vehicleNumbers: createVehicleNumbersModule({ ...shared, ...createStolenBikeParts(paperFiles), reviews }),
    search: { routes: [searchRoutes({ ...shared, countEmptySearch: services.visits.countEmptySearch })] },
    pictures: createPicturesModule({
      ...shared,
      ...pictures,
      refuseForeignSite: (request) => assertSameSite(getRequestSource(request), publicUrl),
    }),
    sharing: createSharingModule({
      ...shared,
      readUploadedPicture: (name) => pictures.store.get(name),
      picturesDir: pages?.picturesDir ?? null,
      logoFile,
      createRateLimitCheck: createCheck,
    }),
    bookings: { routes: [bookingRoutes(shared)] },
    wishlist: { routes: [wishlistRoutes(shared)] },
    alerts: createAlertsModule({ ...shared, rateLimit: createCheck('writing') }),
    payments: createPaymentsModule(paymentsDeps),
    ledger: { jobs: { checkLedger: createLedgerCheck(shared) } },
    deals: createDealsModule({
      ...shared,
      releaseHold: (hold) => releaseHoldOfDeal(paymentsDeps, hold),
      reportStrange: (report) => reportStrange(shared, report),
    }),
    papers: createPapersModule({
      ...shared,
      ...reviews,
      ...paperFiles,
      readNumbers: (tx, reading) => readNumbers(tx, shared, { ...reading, purpose: 'case' }),
    }),
    ratings: createRatingsModule(shared),
    transfers: createTransfersModule(shared),
    inspections: createInspectionsModule({ ...shared, ...reviews, ...createInspectionParts(shared) }),
    notifications: createNotificationsModule({
      ...shared,
      findBikesLike: findSimilarBikes,
      findCalendarFile: findFileForEmail,
    }),
    mail: createMailModule(shared),
    chats: createChatsModule(shared),
    payouts: createPayoutsModule({ ...shared, proveIdentity: createIdentityProof(auth) }),
    contact: { routes: [contactRoutes(shared)] },
    admin: createAdminModule(shared),
    badges: createBadgesModule(shared),
    overview: createOverviewModule(shared),
    cases: createCasesModule(shared),
    priceEstimates: createPriceEstimatesModule(shared),
    documentation: { routes: [documentationRoutes(contract, publicUrl)] },
  }
}
export type Modules = ReturnType<typeof createModules>
