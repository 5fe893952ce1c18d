// A login at the sign-in sandbox, step by step, as a browser does it.
import { expect } from 'vitest'
import type { TestApp } from './test-app.ts'

type RequestOptions = { method?: string; body?: string | URLSearchParams; headers?: Record<string, string> }

/** A minimal browser: stores cookies by server and path. */
export const createCookieBrowser = () => {
  const jar: { host: string; path: string; name: string; value: string }[] = []
  const storeCookie = (url: URL, line: string) => {
    const [pair = '', ...attributes] = line.split(';').map((part) => part.trim())
    const [name = '', value = ''] = pair.split(/=(.*)/s)
    const path = attributes.find((one) => /^path=/i.test(one))?.slice(5) ?? '/'
    const index = jar.findIndex((one) => one.host === url.host && one.name === name && one.path === path)
    if (index >= 0) jar.splice(index, 1)
    const isGone = attributes.some((one) => /^max-age=0$/i.test(one)) || value === ''
    if (!isGone) jar.push({ host: url.host, path, name, value })
  }
  return async (address: string, init: RequestOptions = {}) => {
    const url = new URL(address)
    const matchingCookies = jar.filter((one) => one.host === url.host && url.pathname.startsWith(one.path))
    const cookie = matchingCookies.map((one) => `${one.name}=${one.value}`).join('; ')
    const answer = await fetch(url, { ...init, redirect: 'manual', headers: { cookie, ...init.headers } })
    for (const line of answer.headers.getSetCookie()) storeCookie(url, line)
    const redirectUrl = answer.headers.get('location')
    return { answer, next: redirectUrl === null ? null : new URL(redirectUrl, url).href }
  }
}

export type CookieBrowser = ReturnType<typeof createCookieBrowser>

export const createJsonRequest = (body: object): RequestOptions => ({
  method: 'POST',
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify(body),
})

/** The steps at the sandbox of an app that `beforeAll` creates; it must listen. */
export const createSocialSignIn = (getTestApp: () => TestApp) => {
  /** Follows redirects until a page of the sandbox or a URL of the app. */
  const followRedirects = async (browse: CookieBrowser, from: string, init?: RequestOptions) => {
    const { publicUrl } = getTestApp()
    let { answer, next } = await browse(from, init)
    let location = from
    while (next !== null) {
      location = next
      if (location.startsWith(publicUrl) && !location.includes('/api/'))
        return { location: location.slice(publicUrl.length), answer }
      ;({ answer, next } = await browse(location))
    }
    return { location, answer }
  }
  const startSignIn = async (browse: CookieBrowser, body: object = {}) => {
    const { publicUrl, sandbox } = getTestApp()
    const { answer } = await browse(`${publicUrl}/api/auth/sign-in/social`, createJsonRequest(body))
    expect(answer.status).toBe(200)
    const { url } = await answer.json()
    expect(new URL(url).origin).toBe(new URL(sandbox.issuer).origin)
    return followRedirects(browse, url)
  }
  const submitForm = (browse: CookieBrowser, page: string, form: Record<string, string>) =>
    followRedirects(browse, page, { method: 'POST', body: new URLSearchParams(form) })
  const signIn = async (form: Record<string, string>, body: object = {}) => {
    const browse = createCookieBrowser()
    const page = await startSignIn(browse, body)
    const { location } = await submitForm(browse, page.location, form)
    const { answer } = await browse(`${getTestApp().publicUrl}/api/auth/get-session`)
    return { location, browse, user: (await answer.json()).user }
  }
  return { followRedirects, startSignIn, submitForm, signIn }
}
