// The pages that a visitor gets of an inspection, as the server renders them.
import { expect, test } from 'vitest'
import { book } from '#tests/support/buying.ts'
import { getSlug, signInspection } from '#tests/support/inspections/inspections.ts'
import { createListing, registerMember } from '#tests/support/selling.ts'
import { createTestApp } from '#tests/support/test-app.ts'

test('a visitor reads the report of a seller in both languages, and finds it on the page of the bike; that of a buyer is not there', async () => {
  const testApp = await createTestApp({ pages: true })
  const open = async (url: string) => {
    const { statusCode, body } = await testApp.fastify.inject({ url, headers: { accept: 'text/html' } })
    return { statusCode, text: body.replaceAll(/<!--.*?-->/g, '') }
  }
  const seller = await registerMember(testApp, 'Seller', 'Rahim Uddin')
  const bike = await createListing(testApp, seller)
  const slug = await getSlug(testApp, bike.id)
  const { id, contentHash } = await signInspection(seller, slug, { marks: { sprockets: 'bad' } })
  const english = await open(`/inspections/${id}`)
  expect(english.statusCode).toBe(200)
  for (const part of ['Chain and suspension', '1 good, 1 bad', 'Rahim', contentHash, 'content="noindex"'])
    expect(english.text).toContain(part)
  const bangla = await open(`/bn/inspections/${id}`)
  for (const part of ['চেইন ও সাসপেনশন', '১টি ভালো, ১টি নষ্ট', contentHash]) expect(bangla.text).toContain(part)
  expect(bangla.text).not.toContain('Chain and suspension')
  expect((await open(`/bikes/${slug}`)).text).toContain(`href="/inspections/${id}"`)
  expect((await open(`/bn/bikes/${slug}`)).text).toContain(`href="/bn/inspections/${id}"`)

  const buyer = await registerMember(testApp, 'Buyer', 'Karim Ali')
  await book(buyer, bike)
  const own = await signInspection(buyer, slug, { kind: 'buyer' })
  for (const absent of [own.id, 'no-id', '019a0000-0000-7000-8000-000000000000'])
    expect((await open(`/inspections/${absent}`)).statusCode).toBe(404)
  expect((await open(`/bikes/${slug}`)).text).not.toContain(own.id)
  // The token of the link is in the fragment, which the server does not get.
  expect((await open('/mechanic')).statusCode).toBe(200)
})
