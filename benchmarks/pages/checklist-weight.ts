// Weight of the checklist of an inspection, from what the build has left behind.
import { existsSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'

const client = join(import.meta.dirname, '../../dist/client')
const Manifest = z.record(z.string(), z.object({ file: z.string(), imports: z.array(z.string()).optional() }))
type Manifest = z.output<typeof Manifest>

/** The chunks of these modules, with all that they import. */
const collectChunks = (manifest: Manifest, keys: readonly string[]): Set<string> => {
  const found = new Set<string>()
  const pending = [...keys]
  for (let one = pending.pop(); one !== undefined; one = pending.pop()) {
    if (found.has(one)) continue
    found.add(one)
    pending.push(...(manifest[one]?.imports ?? []))
  }
  return found
}

/**
 * Bytes of script (brotli) that the checklist loads beside the frame of the pages and the dashboard, with its texts in
 * Bangla; null without a build. tests/conventions/code-splitting.test.ts holds it to 25 KB.
 */
export const measureChecklist = (): number | null => {
  const path = join(client, '.vite/manifest.json')
  if (!existsSync(path)) return null
  const manifest = Manifest.parse(JSON.parse(readFileSync(path, 'utf8')))
  // A page in Bangla has the texts of members' pages, and what they import, already.
  const frame = collectChunks(manifest, [
    'web/app/entry-client.tsx',
    'web/layout/dashboard.tsx',
    'web/i18n/bn/member-namespaces.ts',
  ])
  const own = collectChunks(manifest, ['web/pages/inspections/inspection-page.tsx', 'web/i18n/bn/inspections.ts'])
  return [...own]
    .filter((key) => !frame.has(key))
    .reduce((sum, key) => sum + statSync(join(client, `${manifest[key]?.file}.br`)).size, 0)
}

if (import.meta.main)
  console.log(`The checklist of an inspection: ${measureChecklist() ?? 'no build'} bytes of script.`)
