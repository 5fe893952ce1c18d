// A database that lacks what pages need: an error page is an error for caches and search engines too.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type SecurityTestApp, createSecurityTestApp } from './security-test-app.ts'

let testApp: SecurityTestApp
beforeAll(async () => {
  testApp = await createSecurityTestApp({ pages: true, breaksData: true })
})
afterAll(() => testApp.close())

test('a page whose list fails is answered 500, and neither a cache nor a browser keeps it', async () => {
  const getPage = (url: string) => testApp.fastify.inject({ url, headers: { accept: 'text/html' } })
  const paths = ['/bikes', '/bn/bikes', '/', '/home', '/bikes?q=yamaha']
  for (const path of paths) expect([path, (await getPage(path)).statusCode]).toEqual([path, 200])
  await testApp.runAsOwner('alter table bikes rename to bikes_gone; alter table categories rename to categories_gone')
  // As any change of public data, so that no cached list answers.
  await testApp.runAsOwner('notify public_data_changed')
  await expect.poll(async () => (await getPage('/bikes')).statusCode, { timeout: 60_000 }).toBe(500)
  for (const path of paths) {
    const { statusCode, headers } = await getPage(path)
    expect([path, statusCode, headers['cache-control'], headers.etag]).toEqual([path, 500, 'no-store', undefined])
  }
})
