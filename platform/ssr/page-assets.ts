// The scripts, styles and fonts of each page, from Vite's manifest.
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'

const Chunk = z.object({
  file: z.string(),
  isEntry: z.boolean().optional(),
  css: z.array(z.string()).optional(),
  imports: z.array(z.string()).optional(),
})
const Manifest = z.record(z.string(), Chunk)
type Manifest = z.output<typeof Manifest>

/** The files of one page, as URL paths. */
export type PageAssets = {
  entry: string
  bootstrap: string
  css: string[]
  modules: string[]
  fonts: Record<'en' | 'bn', string[]>
}

// The small script that handles clicks until the page's entry has loaded.
const bootstrapKey = 'web/app/bootstrap.ts'
// The service worker is an entry of the manifest too.
const isPageEntry = (key: string, { isEntry, file }: z.output<typeof Chunk>): boolean =>
  isEntry === true && file !== 'service-worker.js' && key !== bootstrapKey

// Fonts of the first lines of a page, preloaded so that they are there at the first paint.
const firstFonts = {
  en: /anek-latin-(?:text|head)/,
  bn: /anek-(?:bangla-\d|latin-small)/,
  bnFirst: /anek-small/,
}
// Where people arrive: their own texts have small fonts in Bangla (web/styles/fonts.css).
const firstPages = ['web/pages/home/home-page.tsx', 'web/pages/search/search-page.tsx', 'web/pages/bike/bike-page.tsx']

const collectImports = (manifest: Manifest, key: string, seen = new Set<string>()): Set<string> => {
  const chunk = manifest[key]
  if (!chunk || seen.has(key)) return seen
  seen.add(key)
  for (const imported of chunk.imports ?? []) collectImports(manifest, imported, seen)
  return seen
}

const findFonts = (manifest: Manifest, pattern: RegExp): string[] =>
  Object.values(manifest)
    .map(({ file }) => file)
    .filter((file) => file.endsWith('.woff2') && pattern.test(file))
    .map((file) => `/${file}`)

/**
 * Reads the manifest of the client bundle.
 * @returns the files for the modules of a page, by their paths
 */
export const readPageAssets = async (clientDir: string): Promise<(modulePaths: string[]) => PageAssets> => {
  const manifest = Manifest.parse(JSON.parse(await readFile(join(clientDir, '.vite/manifest.json'), 'utf8')))
  const [entry] = Object.entries(manifest).find(([key, chunk]) => isPageEntry(key, chunk)) ?? []
  const bootstrapFile = manifest[bootstrapKey]?.file
  if (entry === undefined || bootstrapFile === undefined)
    throw new Error(`The manifest in ${clientDir} has no entry; run npm run build.`)
  const fonts = { en: findFonts(manifest, firstFonts.en), bn: findFonts(manifest, firstFonts.bn) }
  const firstPageFonts = { en: fonts.en, bn: findFonts(manifest, firstFonts.bnFirst) }
  return (modulePaths) => {
    const entryKeys = [entry, ...modulePaths]
    const keys = new Set(entryKeys.flatMap((key) => [...collectImports(manifest, key)]))
    const chunks = [...keys].flatMap((key) => manifest[key] ?? [])
    return {
      entry: `/${manifest[entry]?.file}`,
      bootstrap: `/${bootstrapFile}`,
      css: chunks.flatMap(({ css = [] }) => css.map((file) => `/${file}`)),
      modules: chunks.map(({ file }) => `/${file}`),
      fonts: entryKeys.some((key) => firstPages.includes(key)) ? firstPageFonts : fonts,
    }
  }
}
