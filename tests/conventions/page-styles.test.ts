// Style sheets that only some pages load: each page loads those of the classes that it and its components use. In a tab that
// has been on another page before, a missing one is not seen.
import { readFileSync } from 'node:fs'
import { join, posix } from 'node:path'
import { assert, expect, test } from 'vitest'
import { listImportEdges } from './import-rules.ts'
import { type ProjectFile, readProjectFiles } from './project-files.ts'

const files = readProjectFiles(join(import.meta.dirname, '../..')).filter(({ path }) => path.startsWith('web/'))
const textByPath = new Map(files.map(({ path, text }) => [path, text]))
const importsByPath = Map.groupBy(listImportEdges(files), ({ from }) => from)

const listImported = (path: string, ending: RegExp): string[] =>
  (importsByPath.get(path) ?? []).filter(({ to, isType }) => !isType && ending.test(to)).map(({ to }) => to)

/** A style sheet with those that it imports. */
const readSheet = (path: string): string => {
  const text = textByPath.get(path) ?? ''
  const imported = [...text.matchAll(/@import '(\.\/[^']+)'/g)].map(([, name = '']) => posix.join('web/styles', name))
  return [text, ...imported.map(readSheet)].join('\n')
}

const listClasses = (sheet: string): Set<string> =>
  new Set([...sheet.replace(/\/\*.*?\*\//gs, '').matchAll(/\.([a-z][\w-]*)/g)].map(([, name = '']) => name))

const mainClasses = listClasses(readSheet('web/styles/main.css'))
/** The classes of each sheet that pages load by themselves, without those that every page has. */
const lazySheets = new Map(
  [...new Set(files.flatMap(({ path }) => listImported(path, /\.css\?url$/)))].map((path) => {
    const sheet = path.replace(/\?url$/, '')
    return [sheet, new Set([...listClasses(readSheet(sheet))].filter((name) => !mainClasses.has(name)))] as const
  }),
)

// A component in PascalCase ending in "Styles" or "StylesInDialog" is one <link>.
const linkPattern = /<link\b[^>]*rel="stylesheet"[^>]*>/g
const componentPattern = /const (\w+Styles(?:InDialog)?) = \(\) => (<link\b[^>]*>)/g

const findSheet = ({ path, text }: ProjectFile, link: string): string => {
  const [, name = ''] = /href=\{`?(?:\$\{)?(\w+)/.exec(link) ?? []
  const [, specifier = ''] = new RegExp(`import ${name} from '#([^']+)\\?url'`).exec(text) ?? []
  return specifier === '' ? `${path}: ${link}` : specifier
}

const sheetByComponent = new Map(
  files.flatMap((file) =>
    [...file.text.matchAll(componentPattern)].map(([, name = '', link = '']) => [name, findSheet(file, link)] as const),
  ),
)

/** The sheets that a file puts into the page: for good, and only while a dialog is open. */
const listSheets = (path: string): { lasting: string[]; inDialog: string[] } => {
  const text = textByPath.get(path) ?? ''
  const rendered = [...text.matchAll(/<(\w+Styles(?:InDialog)?) \/>/g)].map(([, name = '']) => name)
  const toSheets = (names: string[]) => names.flatMap((name) => sheetByComponent.get(name) ?? [])
  const own = text.includes('Styles = () =>') ? [] : (text.match(linkPattern) ?? [])
  return {
    lasting: [
      ...toSheets(rendered.filter((name) => !name.endsWith('InDialog'))),
      ...own.map((link) => findSheet({ path, text }, link)),
    ],
    inDialog: toSheets(rendered.filter((name) => name.endsWith('InDialog'))),
  }
}

const listUsedClasses = (text: string): string[] =>
  [...text.matchAll(/[cC]lassName(?:="([^"]*)"|=\{((?:[^{}]|\{[^{}]*\})*)\})/g)].flatMap(([, plain, code]) =>
    plain === undefined
      ? [...(code ?? '').matchAll(/['"`]([^'"`]*)['"`]?/g)].flatMap(([, words = '']) => words.split(/\s+/))
      : plain.split(/\s+/),
  )

/** What a page renders: the file, and the sheets of the dialogs on the way to it. */
const walk = (page: string): Map<string, { path: string; inDialog: string[] }> => {
  const seen = new Map<string, { path: string; inDialog: string[] }>()
  const visit = (path: string, outer: readonly string[]) => {
    const inDialog = [...new Set([...outer, ...listSheets(path).inDialog])]
    const key = [path, ...inDialog].join(' ')
    if (seen.has(key)) return
    seen.set(key, { path, inDialog })
    for (const imported of listImported(path, /\.tsx$/)) visit(imported, inDialog)
  }
  visit(page, [])
  return seen
}

const findUnstyled = (page: string): string[] => {
  const rendered = [...walk(page).values()]
  const lasting = rendered.flatMap(({ path }) => listSheets(path).lasting)
  const faults = rendered.flatMap(({ path, inDialog }) => {
    const loaded = new Set([...lasting, ...inDialog])
    return listUsedClasses(textByPath.get(path) ?? '').flatMap((name) => {
      const having = [...lazySheets].filter(([, classes]) => classes.has(name)).map(([sheet]) => sheet)
      return having.length === 0 || having.some((sheet) => loaded.has(sheet))
        ? []
        : [`${page}: ${path} has the class ${name} of ${having.join(' or ')}`]
    })
  })
  return [...new Set(faults)]
}

const pages = files.map(({ path }) => path).filter((path) => /^web\/(?:pages\/.*-page|layout\/.*)\.tsx$/.test(path))

test('each page loads the style sheets of what it shows', () => {
  assert(pages.length > 60, 'needs the pages')
  assert(lazySheets.size > 6, 'needs the style sheets')
  assert(sheetByComponent.size > 6, 'needs the components that load them')
  expect(listSheets('web/pages/deals/deal-page.tsx').lasting).toEqual(['web/styles/deals.css'])
  expect(walk('web/pages/deals/deal-page.tsx').size).toBeGreaterThan(20)
  expect(pages.flatMap(findUnstyled)).toEqual([])
})

test('a style sheet that goes with its component has an address of its own, or it takes that of the page along', () => {
  const links = files
    .filter(({ path }) => path.endsWith('.tsx'))
    .flatMap(({ path, text }) => (text.match(linkPattern) ?? []).map((link) => `${path}: ${link}`))
  assert(links.length > 6, 'needs the links')
  expect(links.filter((link) => !link.includes('precedence=') && !link.includes('}#'))).toEqual([])
})

test('each style sheet of a page has a way in the journeys that lead into styled pages', () => {
  const journeys = readFileSync(join(import.meta.dirname, '../e2e/page-styles.test.ts'), 'utf8')
  const shown = new Set([...journeys.matchAll(/\['\.([a-z][\w-]*)/g)].map(([, name = '']) => name))
  assert(shown.size > 10, 'needs the elements that the journeys look at')
  const sheets = new Set(
    pages
      .filter((path) => path.startsWith('web/pages/'))
      .flatMap((page) => [...walk(page).values()])
      .flatMap(({ path }) => listSheets(path).lasting),
  )
  assert(sheets.size > 6, 'needs the sheets of the pages')
  const isOwn = (name: string, sheet: string) =>
    [...lazySheets].every(([other, classes]) => other === sheet || !classes.has(name))
  const missing = [...sheets].filter((sheet) => {
    const own = [...(lazySheets.get(sheet) ?? [])].filter((name) => isOwn(name, sheet))
    return own.length > 0 && !own.some((name) => shown.has(name))
  })
  expect(missing).toEqual([])
})
