// The servers of others that the app calls, each with a bound, a timeout and a circuit breaker of its own.
import type { AuthProvider } from '#market/auth/better-auth.ts'
import type { Mailer } from '#market/mail/mailer.ts'
import type { SmsSender } from '#market/phone-proofs/sms.ts'
import { createBkashService } from '#market/payments/bkash/client.ts'
import { createCardService } from '#market/payments/stripe.ts'
import { createSslcommerzService } from '#market/payments/sslcommerz/client.ts'
import type { PictureStore } from '#market/pictures/store.ts'
import { ApiError } from '#contract/errors/api-errors.ts'
import {
  createExternalService,
  type ExternalService,
  ExternalServiceError,
} from '#platform/load-shedding/external-service.ts'
import { type Metrics, registerGauge } from '#platform/observability/metrics.ts'

export type ExternalServices = Record<
  'cards' | 'bkash' | 'sslcommerz' | 'mail' | 'sms' | 'pictures' | 'social',
  ExternalService
>

// Longer than the timeouts of the mailer itself: 5 seconds to connect, 15 for each response.
const mailTimeoutMs = 60_000
// Jobs send e-mails, at most a few at a time.
const maxMailCalls = 8
// The member waits for the page; the sender itself gives up after 10 seconds.
const smsTimeoutMs = 12_000
const maxSmsCalls = 16
// Pages show many pictures. The store itself gives up after 8 seconds.
const pictureTimeoutMs = 10_000
const maxPictureCalls = 64
// The buyer waits for the login; better-auth gives up after 10 seconds.
const socialTimeoutMs = 10_000
const maxSocialCalls = 32

/** Whether the mail server refused this e-mail for good (SMTP 5xx) and works otherwise. */
const isMailRefused = (error: unknown): boolean =>
  error instanceof Error && 'responseCode' in error && Number(error.responseCode) >= 500

/** Creates the guards. They are per process, as the calls are. */
export const createExternalServices = (log: (line: string) => void): ExternalServices => ({
  cards: createCardService(log),
  bkash: createBkashService(log),
  sslcommerz: createSslcommerzService(log),
  mail: createExternalService({
    name: 'mail',
    log,
    maxCalls: maxMailCalls,
    timeoutMs: mailTimeoutMs,
    isFailure: (error) => !isMailRefused(error),
  }),
  sms: createExternalService({ name: 'sms', log, maxCalls: maxSmsCalls, timeoutMs: smsTimeoutMs }),
  pictures: createExternalService({ name: 'pictures', log, maxCalls: maxPictureCalls, timeoutMs: pictureTimeoutMs }),
  social: createExternalService({
    name: 'social',
    log,
    maxCalls: maxSocialCalls,
    timeoutMs: socialTimeoutMs,
    // Wrong state, a code used twice and the like are not the provider's fault.
    isFailure: (error) => !(error instanceof ApiError) || error.code === 'social_unavailable',
  }),
})

const mapServiceError =
  (code: 'pictures_unavailable' | 'social_unavailable') =>
  (error: unknown): never => {
    throw error instanceof ExternalServiceError ? new ApiError(code, { cause: error }) : error
  }

/** Sends e-mails through the guard; throws ExternalServiceError while the mail server is not called. */
export const guardMailer = (mailer: Mailer, mail: ExternalService): Mailer => ({
  ...mailer,
  send: (email) => mail.call(() => mailer.send(email)),
})

/** Sends text messages through the guard; null where there is no service. */
export const guardSmsSender = (sender: SmsSender | null, sms: ExternalService): SmsSender | null =>
  sender && { send: (message) => sms.call(() => sender.send(message)) }

/** Calls the bucket through the guard; throws `pictures_unavailable` while it is not called. */
export const guardPictureStore = (store: PictureStore, pictures: ExternalService): PictureStore => {
  const call = <Result>(work: () => Promise<Result>): Promise<Result> =>
    pictures.call(work).catch(mapServiceError('pictures_unavailable'))
  return {
    put: (name, bytes) => call(() => store.put(name, bytes)),
    get: (name) => call(() => store.get(name)),
    remove: (name) => call(() => store.remove(name)),
    list: () => store.list(),
  }
}

/** Calls the identity provider through the guard; throws `social_unavailable` while it is not called. */
export const guardSocialLogin = (provider: AuthProvider, social: ExternalService): AuthProvider => ({
  ...provider,
  handleSocial: (request) =>
    social.call(() => provider.handleSocial(request)).catch(mapServiceError('social_unavailable')),
})

/** Registers two gauges for each service: whether it is not called, and how many calls wait. */
export const measureExternalServices = (metrics: Metrics, services: ExternalServices): void => {
  for (const service of Object.values(services)) {
    const { name } = service
    const help = `Calls of the external service ${name}`
    registerGauge(metrics, { name: `external_${name}_calls`, help: `${help} that wait now` }, () =>
      service.countCalls(),
    )
    registerGauge(
      metrics,
      { name: `external_${name}_open`, help: `${help} are not made after repeated failures: processes` },
      () => Number(service.isOpen()),
    )
  }
}
