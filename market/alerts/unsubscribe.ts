// Unsubscribing from alerts: the button of the page behind the link in an e-mail, and one-click unsubscribe (RFC 8058).
import { eq, sql } from 'drizzle-orm'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { LanguageCode } from '#contract/language.ts'
import type { Database } from '#platform/database/database.ts'
import { priceAlertSettings, savedSearches } from '#market/schema/bikes/alerts.ts'

export type UnsubscribeDeps = {
  db: Database
  now: () => Date
  /** Counts the request; refuses it above the limit. */
  rateLimit: (request: FastifyRequest) => Promise<void>
}
type UnsubscribeRequest = { Params: { token: string }; Body: string | undefined }

/** The paths of the forms. They change no cached response. */
export const unsubscribePaths = ['/stop/:token', '/bn/stop/:token']

/** The URL of the unsubscribe page, in the language of the e-mail. */
export const toUnsubscribeUrl = ({
  publicUrl,
  language,
  token,
}: {
  publicUrl: string
  language: LanguageCode
  token: string
}) => `${publicUrl}${language === 'bn' ? '/bn' : ''}/stop/${token}`

// The form has one button, so its body is a few bytes.
const maxFormBytes = 4 * 1024

/** Whether an e-mail program sent the request (RFC 8058); it follows no redirect. */
const isOneClick = (body: string | undefined): boolean => body?.includes('One-Click') ?? false

/** Stops the e-mails of a token; repeating it changes nothing. Returns whether the token exists. */
const unsubscribe = async ({ db, now }: Pick<UnsubscribeDeps, 'db' | 'now'>, token: string): Promise<boolean> => {
  const pausedAt = sql`coalesce(${savedSearches.pausedAt}, ${now()})`
  const searches = await db
    .update(savedSearches)
    .set({ pausedAt })
    .where(eq(savedSearches.unsubscribeToken, token))
    .returning({ id: savedSearches.id })
  if (searches.length > 0) return true
  const stoppedAt = sql`coalesce(${priceAlertSettings.stoppedAt}, ${now()})`
  const settings = await db
    .update(priceAlertSettings)
    .set({ stoppedAt })
    .where(eq(priceAlertSettings.unsubscribeToken, token))
    .returning({ memberId: priceAlertSettings.memberId })
  return settings.length > 0
}

/**
 * Serves the unsubscribe forms outside the API, because a page without scripts and an e-mail program can only post forms.
 * The token in the URL is the only authorization; no cookie is read, so CSRF is not possible.
 */
export const serveUnsubscribe = (app: FastifyInstance, deps: UnsubscribeDeps): void => {
  void app.register(async (scope) => {
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser<string>(
      ['application/x-www-form-urlencoded', 'multipart/form-data'],
      { parseAs: 'string', bodyLimit: maxFormBytes },
      (_request, body, done) => done(null, body),
    )
    for (const path of unsubscribePaths) {
      scope.post<UnsubscribeRequest>(path, { onRequest: deps.rateLimit }, async ({ params, body, url }, reply) => {
        void reply.header('cache-control', 'no-store')
        const isKnown = /^[\w-]{20,100}$/.test(params.token) && (await unsubscribe(deps, params.token))
        if (!isOneClick(body)) return reply.redirect(url.split('?', 1)[0] ?? '/', 303)
        return reply.status(isKnown ? 204 : 404).send()
      })
    }
  })
}
