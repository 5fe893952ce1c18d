// Logging in at the sign-in sandbox, step by step, as a browser does it.
import { expect } from 'vitest'
import type { TestShop } from './test-app.ts'

type Walk = { method?: string; body?: string | URLSearchParams; headers?: Record<string, string> }

/** A browser as far as such a walk needs one: it keeps cookies, each for its own server and path. */
export const openWalker = () => {
  const jar: { host: string; path: string; name: string; value: string }[] = []
  const keep = (url: URL, line: string) => {
    const [pair = '', ...attributes] = line.split(';').map((part) => part.trim())
    const [name = '', value = ''] = pair.split(/=(.*)/s)
    const path = attributes.find((one) => /^path=/i.test(one))?.slice(5) ?? '/'
    const at = jar.findIndex((one) => one.host === url.host && one.name === name && one.path === path)
    if (at >= 0) jar.splice(at, 1)
    const isGone = attributes.some((one) => /^max-age=0$/i.test(one)) || value === ''
    if (!isGone) jar.push({ host: url.host, path, name, value })
  }
  return async (address: string, init: Walk = {}) => {
    const url = new URL(address)
    const fitting = jar.filter((one) => one.host === url.host && url.pathname.startsWith(one.path))
    const cookie = fitting.map((one) => `${one.name}=${one.value}`).join('; ')
    const answer = await fetch(url, { ...init, redirect: 'manual', headers: { cookie, ...init.headers } })
    for (const line of answer.headers.getSetCookie()) keep(url, line)
    const to = answer.headers.get('location')
    return { answer, next: to === null ? null : new URL(to, url).href }
  }
}

export type Walker = ReturnType<typeof openWalker>

export const json = (body: object): Walk => ({
  method: 'POST',
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify(body),
})

/** The steps at the sandbox of a shop that is opened later, in `beforeAll`; it must listen. */
export const socialSteps = (shopOf: () => TestShop) => {
  /** Follows where it is sent until a page is shown or the shop's own pages begin. */
  const follow = async (browse: Walker, from: string, init?: Walk) => {
    const { publicUrl } = shopOf()
    let { answer, next } = await browse(from, init)
    let at = from
    while (next !== null) {
      at = next
      if (at.startsWith(publicUrl) && !at.includes('/api/')) return { at: at.slice(publicUrl.length), answer }
      ;({ answer, next } = await browse(at))
    }
    return { at, answer }
  }
  const begin = async (browse: Walker, body: object = {}) => {
    const { publicUrl, sandbox } = shopOf()
    const { answer } = await browse(`${publicUrl}/api/auth/sign-in/social`, json(body))
    expect(answer.status).toBe(200)
    const { url } = await answer.json()
    expect(new URL(url).origin).toBe(new URL(sandbox.issuer).origin)
    return follow(browse, url)
  }
  const choose = (browse: Walker, page: string, form: Record<string, string>) =>
    follow(browse, page, { method: 'POST', body: new URLSearchParams(form) })
  const signIn = async (form: Record<string, string>, body: object = {}) => {
    const browse = openWalker()
    const page = await begin(browse, body)
    const { at } = await choose(browse, page.at, form)
    const { answer } = await browse(`${shopOf().publicUrl}/api/auth/get-session`)
    return { at, browse, user: (await answer.json()).user }
  }
  return { follow, begin, choose, signIn }
}
