// The web app manifests.
import { existsSync, readFileSync } from 'node:fs'
import sharp from 'sharp'
import { describe, expect, test } from 'vitest'
import { bn } from '#web/i18n/bn/core.ts'
import { homeMessages as banglaHome } from '#web/i18n/bn/home.ts'
import { homeMessages } from '#web/i18n/en/home.ts'
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
  ['manifest.webmanifest', 'en', '/', en, homeMessages.en],
  ['manifest-bn.webmanifest', 'bn', '/bn', bn, banglaHome],
] as const)('%s', (file, lang, start, messages, home) => {
  const manifest: Manifest = JSON.parse(readFileSync(new URL(file, publicDir), 'utf8'))

  test('has the name and description of the pages in its language, and starts at its home page', () => {
    expect(manifest).toMatchObject({ lang, start_url: start, scope: '/', display: 'standalone' })
    expect(manifest).toMatchObject({ name: messages.shop, description: home.description })
  })

  test('has icons in the declared sizes, one of them maskable', async () => {
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
