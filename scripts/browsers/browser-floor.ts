// The oldest browsers that the pages work in: "browserslist" of package.json is the one place that says so.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'

const browserslistLine = /^(Safari|iOS|Chrome|Firefox|Samsung) >= (\d+(?:\.\d+)?)$/

/** The lowest version of each browser, such as Safari → 15.4. */
export const readBrowserFloor = (root = join(import.meta.dirname, '../..')): Map<string, string> => {
  const { browserslist }: { browserslist: string[] } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
  return new Map(
    browserslist.map((line) => {
      const [, browser = '', version = ''] = browserslistLine.exec(line) ?? []
      if (browser === '') throw new Error(`package.json: "browserslist" has a line that is not understood: ${line}`)
      return [browser, version]
    }),
  )
}

/** The floor as Vite's build targets, for scripts and styles. Samsung Internet 18 is Chromium 99. */
export const listBuildTargets = (): string[] =>
  [...readBrowserFloor()]
    .filter(([browser]) => browser !== 'Samsung')
    .map(([browser, version]) => `${browser.toLowerCase()}${version}`)
