// Runs before all tests: servers that start at once would build the same pages and write the same demo data each.
import { join } from 'node:path'
import { buildIfChanged } from '#scripts/build-if-changed.ts'
import { createDemoFolder } from './test-server.ts'

/** Playwright calls it, and what it returns after the last test. A failed build ends the run with the output of the build. */
export default async function prepareServers(): Promise<() => Promise<void>> {
  await buildIfChanged({ root: join(import.meta.dirname, '../..'), log: console.log })
  const { folder, remove } = await createDemoFolder()
  process.env['JOURNEYS_DEMO_FOLDER'] = folder
  return remove
}
