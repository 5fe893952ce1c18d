// One tap stops letters: what the button of the page behind a letter's link does, and the button of a mail program.
import { eq, sql } from 'drizzle-orm'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Database } from '#platform/database/database.ts'
import { priceAlertSettings, savedSearches } from '#market/alerts/table.ts'

type UnsubscribeDeps = {
  db: Database
  now: () => Date
  /** Counts whoever sends such a form; refuses one too many. */
  rateLimit: (request: FastifyRequest) => Promise<void>
}
type UnsubscribeRequest = { Params: { token: string }; Body: string | undefined }

/** Where the forms go; they change nothing that is on a list of the shop. */
export const unsubscribePaths = ['/stop/:token', '/bn/stop/:token']

// A form of one button is a few bytes, and what a mail program sends too.
const maxFormBytes = 4 * 1024

/** Whether a mail program sent it by itself: it follows no redirect (RFC 8058). */
const isOneClick = (body: string | undefined): boolean => body?.includes('One-Click') ?? false

/** Stops the letters whose link this is; a second time changes nothing. Gives whether there are such letters. */
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
 * Takes the forms that stop letters, beside the API: a page without scripts and a mail program can only send forms. The
 * word in the address is all the proof there is, so no cookie is read, and no other site can do anything with it.
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
