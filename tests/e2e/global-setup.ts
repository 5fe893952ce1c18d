// Runs before all tests, because servers that start at once would build the same pages at once.
import { join } from 'node:path'
import { buildIfChanged } from '#scripts/build-if-changed.ts'

/** Playwright calls it; a failed build ends the run with the output of the build. */
export default async function buildPages(): Promise<void> {
  await buildIfChanged({ root: join(import.meta.dirname, '../..'), log: console.log })
}
