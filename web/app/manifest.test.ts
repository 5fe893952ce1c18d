// What a phone reads before it puts the shop on its home screen.
import { existsSync, readFileSync } from 'node:fs'
import sharp from 'sharp'
import { describe, expect, test } from 'vitest'
import { bn } from '#web/i18n/bn/core.ts'
import { en } from '#web/i18n/en/core.ts'

const publicDir = new URL('../public/', import.meta.url)

type Icon = { src: string; type: string; sizes: string; purpose?: string }
type Manifest = {
  name: string
  description: string
  lang: string
  start_url: string
  scope: string
  display: string
  icons: Icon[]
}

describe.each([
  ['manifest.webmanifest', 'en', '/', en],
  ['manifest-bn.webmanifest', 'bn', '/bn', bn],
] as const)('%s', (file, lang, start, messages) => {
  const manifest: Manifest = JSON.parse(readFileSync(new URL(file, publicDir), 'utf8'))

  test('speaks its language with the words of the screens, and begins at its home page', () => {
    expect(manifest).toMatchObject({ lang, start_url: start, scope: '/', display: 'standalone' })
    expect(manifest).toMatchObject({ name: messages.shop, description: messages.home.description })
  })

  test('has its icons in the sizes that it says, one of them to be cut to any shape', async () => {
    expect(manifest.icons.some(({ purpose }) => purpose === 'maskable')).toBe(true)
    for (const { src, sizes, type } of manifest.icons) {
      const icon = new URL(src.slice(1), publicDir)
      expect(existsSync(icon), src).toBe(true)
      if (type !== 'image/png') continue
      const { width, height } = await sharp(readFileSync(icon)).metadata()
      expect(`${width}x${height}`).toBe(sizes)
    }
  })
})
