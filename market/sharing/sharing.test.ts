import sharp from 'sharp'
import { afterAll, assert, beforeAll, describe, expect, test } from 'vitest'
import { registerMember, createListing, type MemberClient } from '#tests/support/selling.ts'
import { createTestApp, type TestApp } from '#tests/support/test-app.ts'
import { renderOpenGraphImage } from './image-worker.ts'
import { createSitemap, computeEtag, toImageText } from './texts.ts'

let testApp: TestApp
let seller: MemberClient

beforeAll(async () => {
  testApp = await createTestApp({ manualClose: true })
  seller = await registerMember(testApp, 'Seller')
})
afterAll(() => testApp.close())

const getSlug = async (id: string): Promise<string> => {
  const { rows } = await testApp.db.$client.query<{ slug: string }>('select slug from bikes where id = $1', [id])
  return rows[0]?.slug ?? ''
}
const get = (url: string, headers: Record<string, string> = {}) => testApp.fastify.inject({ url, headers })
const extractLocations = (xml: string) => Array.from(xml.matchAll(/<loc>([^<]+)<\/loc>/g), ([, url]) => url ?? '')

const bike = {
  name: 'Suzuki Gixxer 155',
  salePriceTaka: 178_000,
  location: 'Mirpur 10, Dhaka',
  picture: '/pictures/gixxer-coal.webp',
  isVerified: true,
  year: 2021,
  kilometres: 22_150,
  priceVerdict: null,
  papersLevel: 'not_said',
  isInspected: false,
  soldAt: null,
} as const

describe('the Open Graph image of a bike', () => {
  test('is a JPEG of 1200 × 630 pixels, drawn once and known by its tag', async () => {
    const slug = await getSlug((await createListing(testApp, seller)).id)
    const [first, second] = await Promise.all([get(`/share/${slug}.jpg`), get(`/share/${slug}.jpg`)])
    expect([first.statusCode, first.headers['content-type']]).toEqual([200, 'image/jpeg'])
    const { width, height, format } = await sharp(first.rawPayload).metadata()
    expect({ width, height, format }).toEqual({ width: 1200, height: 630, format: 'jpeg' })
    expect(second.rawPayload.equals(first.rawPayload)).toBe(true)
    const etag = String(first.headers.etag)
    expect((await get(`/share/${slug}.jpg`, { 'if-none-match': etag })).statusCode).toBe(304)
  })

  test('is not found for a withdrawn bike or any other URL', async () => {
    const { id } = await createListing(testApp, seller)
    const slug = await getSlug(id)
    await seller('DELETE /allbikes/:id', { params: { id } })
    for (const path of [`${slug}.jpg`, 'yamaha-fzs-0123456789.jpg', '..%2f..%2fetc%2fpasswd.jpg', `${slug}.png`])
      expect((await get(`/share/${path}`)).statusCode, path).toBe(404)
  })

  test('changes with the price and the sale, and shows that a bike is sold', () => {
    const sold = { ...bike, soldAt: new Date('2026-11-20T04:00:00Z') }
    expect(new Set([bike, { ...bike, salePriceTaka: 170_000 }, sold].map(computeEtag)).size).toBe(3)
    expect(toImageText(bike)).toMatchObject({ price: '৳1,78,000', badge: 'Verified seller', isSold: false })
    expect(toImageText(sold)).toMatchObject({ price: 'Sold', isSold: true })
  })

  test('shows year, kilometres and a good verdict; a high price is for the page to say', () => {
    expect(toImageText({ ...bike, priceVerdict: 'good' })).toMatchObject({
      facts: '2021 · 22,150 km',
      badge: 'Good price · Verified seller',
      verdict: 'good',
    })
    for (const priceVerdict of ['high', 'above', 'far_below'] as const)
      expect(toImageText({ ...bike, priceVerdict })).toMatchObject({ badge: 'Verified seller', verdict: null })
    expect(toImageText({ ...bike, kilometres: null, isVerified: false })).toMatchObject({
      facts: '2021',
      badge: 'Used motorbike',
    })
  })

  test('says on the photo of a bike on sale that its papers are complete, that it is inspected or has no registration', async () => {
    const marked = { ...bike, papersLevel: 'complete', isInspected: true } as const
    expect(toImageText(bike).marks).toBe('')
    expect(toImageText({ ...bike, papersLevel: 'mostly' }).marks).toBe('')
    expect(toImageText(marked).marks).toBe('Papers complete · Inspected')
    expect(toImageText({ ...bike, papersLevel: 'unregistered' }).marks).toBe('Unregistered')
    expect(toImageText({ ...marked, soldAt: new Date('2026-11-20T04:00:00Z') }).marks).toBe('')
    expect(computeEtag(marked)).not.toBe(computeEtag(bike))
    const logoFile = new URL('../../web/assets/brand/logo-on-green.svg', import.meta.url).pathname
    const render = async (one: Parameters<typeof toImageText>[0]) =>
      (await renderOpenGraphImage({ ...toImageText(one), photo: null, logoFile })).jpeg
    expect(await render(marked)).not.toBe(await render(bike))
  })

  test('shows the Taka sign and Bangla characters on a machine without their fonts', async () => {
    const logoFile = new URL('../../web/assets/brand/logo-on-green.svg', import.meta.url).pathname
    /** How many columns of the price tag contain dark pixels. */
    const measureWidth = async (price: string): Promise<number> => {
      const { jpeg } = await renderOpenGraphImage({ ...toImageText(bike), photo: null, logoFile, price })
      const plate = { left: 836, top: 410, width: 290, height: 80 }
      const pixels = await sharp(Buffer.from(jpeg, 'base64')).extract(plate).greyscale().raw().toBuffer()
      return Array.from({ length: plate.width }, (_, column) => column).filter((column) =>
        Array.from({ length: plate.height }, (_, row) => pixels[row * plate.width + column] ?? 255).some(
          (pixel) => pixel < 80,
        ),
      ).length
    }
    // Characters that no font has are all drawn as the same box; no font has this one.
    const missing = await measureWidth('\uE123\uE123')
    for (const letters of ['৳৳', 'কক', '৫৫']) expect(await measureWidth(letters), letters).not.toBeCloseTo(missing, -1)
  })

  test('takes any name that a seller may give', async () => {
    const logoFile = new URL('../../web/assets/brand/logo-on-green.svg', import.meta.url).pathname
    for (const name of ['<b>&amp;"', 'x'.repeat(120), 'জিক্সার ক্ষ্ম', '🏍️', '\u200D'])
      expect(
        (await renderOpenGraphImage({ ...toImageText({ ...bike, name }), photo: null, logoFile })).jpeg.length,
      ).toBeGreaterThan(1_000)
  })
})

describe('the sitemaps', () => {
  test('lead from robots.txt to every bike on sale, in both languages, and to no other', async () => {
    const robots = (await get('/robots.txt')).body
    const index = /^Sitemap: (.+)$/m.exec(robots)?.[1] ?? ''
    expect(index).toBe(`${testApp.publicUrl}/sitemap.xml`)
    const files = extractLocations((await get('/sitemap.xml')).body)
    const pages = await Promise.all(files.map((file) => get(new URL(file).pathname)))
    const listedUrls = new Set(pages.flatMap(({ body }) => extractLocations(body)))
    const { rows } = await testApp.db.$client.query<{ slug: string; gone: boolean }>(
      'select slug, sold_at is not null or withdrawn_at is not null as gone from bikes',
    )
    assert(
      rows.some(({ gone }) => gone),
      'needs a bike that is gone',
    )
    for (const { slug, gone } of rows)
      for (const path of [`/bikes/${slug}`, `/bn/bikes/${slug}`])
        expect(listedUrls.has(testApp.publicUrl + path), path).toBe(!gone)
    for (const path of ['/', '/bn', '/bikes', '/bn/blog', '/bikes?brand=suzuki', '/guide/suzuki/gixxer-155'])
      expect(listedUrls).toContain(testApp.publicUrl + path)
  })

  test('are well-formed XML for any name', () => {
    const xml = createSitemap('https://motohaat.example', [{ path: '/bikes?brand=a&q="<' }])
    expect(xml).toContain('<loc>https://motohaat.example/bikes?brand=a&amp;q=&quot;&lt;</loc>')
  })

  test('have no other addresses', async () => {
    for (const path of ['/sitemaps/bikes-1.xml', "/sitemaps/bikes-';--.xml", '/sitemaps/members.xml'])
      expect((await get(path)).statusCode, path).toBe(404)
  })
})
