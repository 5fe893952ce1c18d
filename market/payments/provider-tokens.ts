// The token of a provider, shared by all processes: one of them asks for the next one while the others use the last or wait.
// bKash blocks a shop for an hour that asks more than twice in an hour; the database refuses a third request.
import { setTimeout as pause } from 'node:timers/promises'
import { eq, isNull, lte, or } from 'drizzle-orm'
import { ApiError } from '#contract/errors/api-errors.ts'
import { violates, type Database } from '#platform/database/database.ts'
import { markAsLogged } from '#platform/load-shedding/external-service.ts'
import { decrypt, encrypt } from '#platform/encryption/encryption.ts'
import { providerTokenRequests, providerTokens } from '#market/schema/money/provider-tokens.ts'

/** A token as its provider gives it. */
export type GrantedToken = { token: string; refreshToken: string; expiresInSeconds: number }

export type TokenSource = {
  grant: () => Promise<GrantedToken>
  refresh: (refreshToken: string) => Promise<GrantedToken>
}

type TokenDeps = {
  db: Pick<Database, 'select' | 'insert' | 'update'>
  now: () => Date
  createId: () => string
  /** Creates 256 random bits in base64url. */
  createToken: () => string
  /** The key is derived from it. */
  secret: string
  log: (line: string) => void
}

const provider = 'bkash'
// A token of an hour is renewed this long before its end: 50 minutes after it was given.
const renewBeforeMs = 10 * 60_000
// Longer than the timeout of the request for a token.
const leaseMs = 15_000
const waitMs = 100
const maxWaits = 100

const getKey = (secret: string) => ({ secret, purpose: 'motohaat provider token' })

const encryptToken = ({ secret, createToken }: TokenDeps, token: string): string =>
  encrypt(getKey(secret), token, Buffer.from(createToken(), 'base64url'))

/** The token, or null for one that was encrypted with another secret: the next one is asked for. */
const decryptToken = (secret: string, encrypted: string | null): string | null => {
  if (encrypted === null) return null
  try {
    return decrypt(getKey(secret), encrypted)
  } catch {
    return null
  }
}

const findStored = async ({ db }: TokenDeps) => {
  const [stored] = await db.select().from(providerTokens).where(eq(providerTokens.provider, provider))
  return stored
}

type Stored = NonNullable<Awaited<ReturnType<typeof findStored>>>

/** The stored token if it is valid for `leftMs` more and not the one that the provider refused. */
const readToken = (deps: TokenDeps, stored: Stored | undefined, leftMs: number, refused: string | null) => {
  if (!stored?.expiresAt || stored.expiresAt.getTime() - deps.now().getTime() <= leftMs) return null
  const token = decryptToken(deps.secret, stored.tokenEncrypted)
  return token === refused ? null : token
}

/** Takes the task of asking for the next token; false when another process has it. */
const takeLease = async ({ db, now }: TokenDeps): Promise<boolean> => {
  const at = now()
  const leasedUntil = new Date(at.getTime() + leaseMs)
  const isFree = or(isNull(providerTokens.leasedUntil), lte(providerTokens.leasedUntil, at))
  const taken = await db
    .insert(providerTokens)
    .values({ provider, leasedUntil })
    .onConflictDoUpdate({ target: providerTokens.provider, set: { leasedUntil }, setWhere: isFree })
    .returning({ provider: providerTokens.provider })
  return taken.length > 0
}

/** Notes the request before it is sent; throws `wallet_unavailable` for a third one within an hour. */
const countRequest = async ({ db, now, createId, log }: TokenDeps, kind: 'grant' | 'refresh'): Promise<void> => {
  try {
    await db.insert(providerTokenRequests).values({ id: createId(), provider, kind, requestedAt: now() })
  } catch (error) {
    if (!violates(error, 'two_token_requests_an_hour')) throw error
    log('bKash was asked for a token twice within an hour and is not asked again before the hour is over.')
    throw markAsLogged(new ApiError('wallet_unavailable', { cause: error }))
  }
}

/** Asks for the next token: with the refresh token of a token that is still valid, else with the keys. */
const requestToken = async (
  deps: TokenDeps,
  source: TokenSource,
  stored: Stored | undefined,
): Promise<GrantedToken> => {
  const refreshToken = decryptToken(deps.secret, stored?.refreshTokenEncrypted ?? null)
  const isLive = stored?.expiresAt !== undefined && stored.expiresAt !== null && stored.expiresAt > deps.now()
  if (refreshToken !== null && isLive) {
    await countRequest(deps, 'refresh')
    const refreshed = await source.refresh(refreshToken).catch((error: unknown) => {
      deps.log(`bKash refused to refresh its token, so a new one is asked for: ${String(error)}`)
      return null
    })
    if (refreshed) return refreshed
  }
  await countRequest(deps, 'grant')
  return source.grant()
}

const renewToken = async (deps: TokenDeps, source: TokenSource, refused: string | null): Promise<string> => {
  const stored = await findStored(deps)
  // Renewed by another process a moment ago.
  const current = readToken(deps, stored, renewBeforeMs, refused)
  const clearLease = { leasedUntil: null }
  const isOurs = eq(providerTokens.provider, provider)
  if (current !== null) {
    await deps.db.update(providerTokens).set(clearLease).where(isOurs)
    return current
  }
  try {
    const { token, refreshToken, expiresInSeconds } = await requestToken(deps, source, stored)
    await deps.db
      .update(providerTokens)
      .set({
        tokenEncrypted: encryptToken(deps, token),
        refreshTokenEncrypted: encryptToken(deps, refreshToken),
        expiresAt: new Date(deps.now().getTime() + expiresInSeconds * 1_000),
        ...clearLease,
      })
      .where(isOurs)
    return token
  } catch (error) {
    await deps.db.update(providerTokens).set(clearLease).where(isOurs)
    throw error
  }
}

/** Logs each line once until `clear`: while bKash is away, every buyer and every round of the job asks for its token. */
const createQuietLog = (log: (line: string) => void) => {
  const logged = new Set<string>()
  return {
    log: (line: string) => {
      if (!logged.has(line)) log(line)
      logged.add(line)
    },
    clear: () => logged.clear(),
  }
}

/**
 * Creates the function that returns the token of bKash, renewed when it is about to end. No connection of the database is
 * held while bKash is asked. Throws `wallet_unavailable` when there is none.
 */
export const createTokenProvider = (tokenDeps: TokenDeps, source: TokenSource) => {
  const quiet = createQuietLog(tokenDeps.log)
  const deps = { ...tokenDeps, log: quiet.log }
  const renew = async (refused: string | null, last: string | null): Promise<string> => {
    try {
      const token = await renewToken(deps, source, refused)
      quiet.clear()
      return token
    } catch (error) {
      if (last === null) throw error
      // One that is valid for some minutes more does until bKash answers again.
      deps.log(`The token of bKash is used to its end: ${String(error)}`)
      return last
    }
  }
  /** @param refused a token that bKash did not accept, although it should be valid */
  return async (refused: string | null = null): Promise<string> => {
    for (let waits = 0; waits < maxWaits; waits += 1) {
      const stored = await findStored(deps)
      const fresh = readToken(deps, stored, renewBeforeMs, refused)
      if (fresh !== null) {
        // Another process may have renewed it: what fails after this is a new outage.
        quiet.clear()
        return fresh
      }
      const last = readToken(deps, stored, 0, refused)
      if (await takeLease(deps)) return renew(refused, last)
      if (last !== null) return last
      await pause(waitMs)
    }
    throw new ApiError('wallet_unavailable')
  }
}
