// Which files a page needs: read once from the manifest that the build leaves behind.
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

/** The files of one page, as addresses below the root of the site. */
export type PageFiles = {
  entry: string
  early: string
  css: string[]
  modules: string[]
  fonts: Record<'en' | 'bn', string[]>
}

// What answers until the page's own entry is here.
const earlyKey = 'web/app/bootstrap.ts'
// The service worker is an entry too, but none of a page.
const isOfPages = (key: string, { isEntry, file }: z.output<typeof Chunk>): boolean =>
  isEntry === true && file !== 'service-worker.js' && key !== earlyKey

// These set the first lines of a page in its language; fetched early they are there before the first paint.
const firstFonts = { en: /anek-latin-(?:text|head)/, bn: /anek-bangla/ }

const withImports = (manifest: Manifest, key: string, seen = new Set<string>()): Set<string> => {
  const chunk = manifest[key]
  if (!chunk || seen.has(key)) return seen
  seen.add(key)
  for (const imported of chunk.imports ?? []) withImports(manifest, imported, seen)
  return seen
}

const fontsOf = (manifest: Manifest, wanted: RegExp): string[] =>
  Object.values(manifest)
    .map(({ file }) => file)
    .filter((file) => file.endsWith('.woff2') && wanted.test(file))
    .map((file) => `/${file}`)

/** Reads the manifest of the browser's bundle; gives the files for the routes whose ids are modules' paths. */
export const readPageFiles = async (clientDir: string): Promise<(routeIds: string[]) => PageFiles> => {
  const manifest = Manifest.parse(JSON.parse(await readFile(join(clientDir, '.vite/manifest.json'), 'utf8')))
  const [entry] = Object.entries(manifest).find(([key, chunk]) => isOfPages(key, chunk)) ?? []
  const early = manifest[earlyKey]?.file
  if (entry === undefined || early === undefined)
    throw new Error(`No entry stands in the manifest of ${clientDir}: build the pages again.`)
  const fonts = { en: fontsOf(manifest, firstFonts.en), bn: fontsOf(manifest, firstFonts.bn) }
  return (routeIds) => {
    const wanted = [entry, ...routeIds.map((id) => id.split('#')[0] ?? id)]
    const keys = new Set(wanted.flatMap((key) => [...withImports(manifest, key)]))
    const chunks = [...keys].flatMap((key) => manifest[key] ?? [])
    return {
      entry: `/${manifest[entry]?.file}`,
      early: `/${early}`,
      css: chunks.flatMap(({ css = [] }) => css.map((file) => `/${file}`)),
      modules: chunks.map(({ file }) => `/${file}`),
      fonts,
    }
  }
}
