// Pictures: files that are none, that are more than one thing, that grow, and addresses that somebody should fetch.
import { deflateSync } from 'node:zlib'
import sharp from 'sharp'
import { afterAll, assert, beforeAll, expect, test } from 'vitest'
import { createPlainPicture, createUploadForm, createUniqueJpeg } from '#tests/support/test-pictures.ts'
import { type SecurityTestApp, createSecurityTestApp } from './security-test-app.ts'

let testApp: SecurityTestApp
beforeAll(async () => {
  testApp = await createSecurityTestApp()
})
afterAll(() => testApp.close())

const upload = async (
  bytes: Uint8Array,
  options: Parameters<typeof createUploadForm>[1] = {},
): Promise<{ status: number; url: string }> =>
  testApp.people.S1('POST /images', { form: createUploadForm(bytes, options) }).then(
    ({ data }) => ({ status: 200, url: data.url }),
    (error: unknown) => ({ status: error instanceof Error && 'status' in error ? Number(error.status) : 500, url: '' }),
  )
const script = Buffer.from('<html><script>alert(1)</script></html>')
const createJpeg = () => createUniqueJpeg()

test('A201 a file that is another kind is refused, whatever it is called', async () => {
  const files: Record<string, Buffer> = {
    gif: await createPlainPicture(8, 8).gif().toBuffer(),
    tiff: await createPlainPicture(8, 8).tiff().toBuffer(),
    svg: Buffer.from(
      '<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"><image href="http://169.254.169.254/"/></svg>',
    ),
    html: script,
    pdf: Buffer.from('%PDF-1.7\n'),
    zip: Buffer.from('PK\x03\x04', 'latin1'),
    psd: Buffer.from('8BPS\0\x01', 'latin1'),
    mvg: Buffer.from('push graphic-context\nfill "url(http://127.0.0.1/)"\n'),
    script: Buffer.from('#!/bin/sh\ntouch x\n'),
    elf: Buffer.from('\x7FELF\x02\x01', 'latin1'),
    postscript: Buffer.from('%!PS-Adobe-3.0\n'),
    webm: Buffer.from('1A45DFA3', 'hex'),
    riff: Buffer.from('RIFF\x10\0\0\0AVI LIST', 'latin1'),
    jxl: Buffer.from('FF0A', 'hex'),
  }
  await testApp.expectUnchanged(async () => {
    for (const [name, bytes] of Object.entries(files)) {
      const { status } = await upload(bytes, { name: `${name}.jpg`, type: 'image/jpeg' })
      expect([name, status]).toEqual([name, 415])
    }
  })
})

test('A201 a picture that is something else too is a picture and nothing else afterwards', async () => {
  const plain = await createJpeg()
  const comment = Buffer.concat([
    plain.subarray(0, 2),
    Buffer.from('FFFE0028', 'hex'),
    script.subarray(0, 38),
    plain.subarray(2),
  ])
  const behind = Buffer.concat([await createJpeg(), script, Buffer.from('PK\x05\x06', 'latin1')])
  const inExif = await createPlainPicture(40, 30, '#123')
    .jpeg()
    .withExif({ IFD0: { ImageDescription: '<script>alert(1)</script>', Copyright: '<?php x ?>' } })
    .toBuffer()
  for (const bytes of [comment, behind, inExif]) {
    const { status, url } = await upload(bytes, { name: 'x.html', type: 'text/html' })
    if (status !== 200) {
      expect(status).toBe(400)
      continue
    }
    const served = await testApp.request('V', 'GET', url)
    expect(served.headers['content-type']).toBe('image/webp')
    expect(served.headers['x-content-type-options']).toBe('nosniff')
    expect(String(served.headers['content-security-policy'])).toContain("default-src 'none'")
    for (const text of ['script', '<?php', 'PK\x05']) expect(served.text).not.toContain(text)
  }
})

test('A203 where and with what a picture was taken is in none of its sizes, and it stands upright', async () => {
  const rotated = await createPlainPicture(90, 60, '#427')
    .jpeg()
    .withExif({
      IFD0: { Make: 'planted-phone', Artist: 'planted-person' },
      IFD3: { GPSLatitude: '23/1 46/1 0/1', GPSLatitudeRef: 'N' },
    })
    .withMetadata({ orientation: 6 })
    .toBuffer()
  const { url } = await upload(rotated)
  for (const size of [url, url.replace('.webp', '-320.webp'), url.replace('.webp', '-640.webp')]) {
    const { rawPayload, statusCode } = await testApp.fastify.inject(size)
    assert(statusCode === 200, 'needs the size')
    const { exif, icc, xmp, iptc, width, height } = await sharp(rawPayload).metadata()
    expect([exif, icc, xmp, iptc, height > width]).toEqual([undefined, undefined, undefined, undefined, true])
    expect(rawPayload.includes('planted')).toBe(false)
  }
})

test('A205 the name of a file is not looked at, wherever it points', async () => {
  const bytes = await createJpeg()
  const names = [
    '../../../../tmp/x',
    '..\\..\\x',
    'C:\\x',
    '/etc/passwd',
    '.htaccess',
    'x\0.jpg',
    'x'.repeat(4_000),
    '\u202Egpj.exe',
    'con',
    'x;rm -rf',
    '<img onerror=x>.jpg',
    'a\r\nx: y',
  ]
  const urls = new Set<string>()
  for (const name of names) {
    const { status, url } = await upload(bytes, { name })
    // A line break in a name makes a form that cannot be read; it is refused.
    expect([name.slice(0, 20), [200, 400].includes(status)]).toEqual([name.slice(0, 20), true])
    if (status === 200) urls.add(url)
  }
  expect([...urls].filter((url) => !/^\/pictures\/[\da-f]{32}\.webp$/.test(url))).toEqual([])
  expect(urls.size).toBe(1)
})

const computeCrc = (bytes: Buffer): number => {
  let value = ~0
  for (const byte of bytes) {
    value ^= byte
    for (let bit = 0; bit < 8; bit += 1) value = (value >>> 1) ^ (value & 1 ? 0xedb88320 : 0)
  }
  return ~value >>> 0
}
const createChunk = (kind: string, data: Buffer): Buffer => {
  const body = Buffer.concat([Buffer.from(kind, 'latin1'), data])
  const ends = Buffer.alloc(8)
  ends.writeUInt32BE(data.length)
  ends.writeUInt32BE(computeCrc(body), 4)
  return Buffer.concat([ends.subarray(0, 4), body, ends.subarray(4)])
}
const createPng = (width: number, height: number, ...more: Buffer[]): Buffer => {
  const head = Buffer.alloc(13)
  head.writeUInt32BE(width >>> 0, 0)
  head.writeUInt32BE(height >>> 0, 4)
  head.set([8, 0, 0, 0, 0], 8)
  return Buffer.concat([
    Buffer.from('\x89PNG\r\n\x1A\n', 'latin1'),
    createChunk('IHDR', head),
    ...more,
    createChunk('IEND', Buffer.alloc(0)),
  ])
}

test('A199 a small file that says it is huge is refused by its head, before any pixel is made', async () => {
  const some = createChunk('IDAT', deflateSync(Buffer.alloc(100_000), { level: 9 }))
  const before = process.memoryUsage.rss()
  for (const [width, height] of [
    [16_000, 16_000],
    [65_535, 65_535],
    [2 ** 31 - 1, 2 ** 31 - 1],
    [1, 2 ** 31 - 1],
    [24_000_001, 1],
    [4_294_967_295, 4_294_967_295],
    [0, 0],
  ] as const) {
    const { status } = await upload(createPng(width, height, some))
    expect([width, height, [400, 413].includes(status)]).toEqual([width, height, true])
  }
  expect(process.memoryUsage.rss() - before).toBeLessThan(256 * 1024 * 1024)
})

test('A199 text in a picture that unpacks to a gigabyte is never unpacked', async () => {
  const bomb = deflateSync(Buffer.alloc(32 * 1024 * 1024), { level: 9 })
  const text = createChunk('zTXt', Buffer.concat([Buffer.from('Comment\0\0', 'latin1'), bomb]))
  const profile = createChunk('iCCP', Buffer.concat([Buffer.from('icc\0\0', 'latin1'), bomb]))
  const pixels = createChunk('IDAT', deflateSync(Buffer.alloc(9 * 8)))
  for (const more of [text, profile]) {
    const { status, url } = await upload(createPng(8, 8, more, pixels))
    expect([200, 400]).toContain(status)
    if (status === 200) expect((await testApp.fastify.inject(url)).rawPayload.length).toBeLessThan(10_000)
  }
})

test('A211 of ten thousand frames there is one afterwards, or none', async () => {
  const frames = 300
  const strip = createPlainPicture(4, 4 * frames, '#284').raw()
  const animated = await sharp(await strip.toBuffer(), {
    raw: { width: 4, height: 4 * frames, channels: 3, pageHeight: 4 },
  })
    .webp({ loop: 0, delay: Array.from({ length: frames }, () => 20) })
    .toBuffer()
  const frame = (n: number) => {
    const control = Buffer.alloc(26)
    control.writeUInt32BE(n, 0)
    control.writeUInt32BE(8, 4)
    control.writeUInt32BE(8, 8)
    return createChunk('fcTL', control)
  }
  const many = Buffer.alloc(8)
  many.writeUInt32BE(10_000, 0)
  const pixels = deflateSync(Buffer.alloc(9 * 8))
  const apng = createPng(
    8,
    8,
    createChunk('acTL', many),
    frame(0),
    createChunk('IDAT', pixels),
    ...Array.from({ length: 10_000 }, (_, n) => frame(n + 1)),
  )
  for (const bytes of [animated, apng]) {
    const { status, url } = await upload(bytes)
    expect([200, 400]).toContain(status)
    if (status === 200)
      expect((await sharp((await testApp.fastify.inject(url)).rawPayload).metadata()).pages ?? 1).toBe(1)
  }
})
