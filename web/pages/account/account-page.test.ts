// The account page leads a member to what was decided about them, as the refusals of a suspended one say.
import { RouterContextProvider } from 'react-router'
import { expect, test } from 'vitest'
import type { Transport } from '#contract/client.ts'
import { ApiError } from '#contract/errors/api-errors.ts'
import { toBangla } from '#contract/errors/bangla.ts'
import { loadBangla, readHtml, readText } from '#tests/support/deals/read-page.ts'
import { appContext } from '#web/context/app-context.ts'
import { accountMessages as bangla } from '#web/i18n/bn/account.ts'
import { accountStandingMessages as banglaStanding } from '#web/i18n/bn/account-standing.ts'
import { accountMessages as english } from '#web/i18n/en/account.ts'
import { accountStandingMessages as englishStanding } from '#web/i18n/en/account-standing.ts'
import { loadLanguage } from '#web/i18n/load-language.ts'
import { createSession } from '#web/session/auth-store.ts'
import Account, { loader } from './account-page.tsx'

const user = { uid: 'r', email: 'rahim@motohaat.test', displayName: 'Rahim', photoURL: null, emailVerified: true }
const token = `x.${btoa(JSON.stringify({ exp: 4_000_000_000 }))}.y`

/** The data of the account page of a member about whom this was decided. */
const loadAccount = async (decisions: object[]) => {
  const everything = { user, token, sessions: [], language: 'en', muted: [], hasPassword: true, isSeller: true }
  const transport: Transport = async (path) => {
    const body = path === '/api/standing?limit=1' ? decisions : everything
    return { status: 200, header: () => null, text: async () => JSON.stringify(body) }
  }
  const session = createSession({ transport, storage: { read: () => token, write: () => {} }, now: () => 0 })
  await session.refresh()
  const context = new RouterContextProvider()
  const stripe = { publishableKey: '', script: null }
  const shopUrl = 'http://shop.example'
  context.set(appContext, { client: session.client, session, stripe, language: await loadLanguage('/'), shopUrl })
  const url = new URL('/dashboard/account', shopUrl)
  return loader({ context, request: new Request(url), url, params: {}, pattern: '/dashboard/account' })
}

test('a member about whom something was decided finds it from the account page, others have no such link', async () => {
  const link = 'href="/dashboard/standing"'
  expect(readHtml(Account, await loadAccount([{ decision: 'suspend_7' }]))).toContain(link)
  expect(readHtml(Account, await loadAccount([]))).not.toContain(link)
})

test('a suspended member is refused with the names of the page and of its part where it says why', async () => {
  const apiError = new ApiError('suspended')
  const page = await loadAccount([{ decision: 'suspend_7' }])
  for (const name of [english.en.account.title, englishStanding.en.heading]) {
    expect(apiError.message).toContain(name)
    expect(readText(Account, page)).toContain(name)
  }
  for (const name of [bangla.account.title, banglaStanding.heading]) {
    expect(toBangla(apiError)).toContain(name)
    expect(readText(Account, page, await loadBangla())).toContain(name)
  }
})
