// Writes tests/support/browser-floor/newer-features.json: what is newer than the browsers of package.json's "browserslist",
// by MDN's browser compatibility data (docs/decisions/0106-browsers-in-use.md):
//   npm pack @mdn/browser-compat-data@8.1.9 && tar xf mdn-browser-compat-data-8.1.9.tgz
//   node scripts/browsers/list-newer-features.ts package/data.json
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { readBrowserFloor } from './browser-floor.ts'

type Support = {
  version_added: string | boolean | null
  version_removed?: string | boolean
  flags?: unknown
  prefix?: string
  alternative_name?: string
}
type Compat = {
  support: Record<string, Support | Support[]>
  status?: { deprecated: boolean; standard_track: boolean }
}
type Feature = { __compat?: Compat; [name: string]: unknown }

// MDN's names of the browsers.
const browserNames: Record<string, string> = {
  Safari: 'safari',
  iOS: 'safari_ios',
  Chrome: 'chrome',
  Firefox: 'firefox',
  Samsung: 'samsunginternet_android',
}
const isAtMost = (version: string, floor: string): boolean => {
  const [major = 0, minor = 0] = version.replace('≤', '').split('.').map(Number)
  const [floorMajor = 0, floorMinor = 0] = floor.split('.').map(Number)
  return major < floorMajor || (major === floorMajor && minor <= floorMinor)
}

const isSupported = (support: Support | Support[], floor: string): boolean =>
  [support].flat().some(({ version_added, version_removed, flags, prefix, alternative_name }) => {
    if (typeof version_added !== 'string' || version_added === 'preview') return false
    if (flags !== undefined || prefix !== undefined || alternative_name !== undefined) return false
    return isAtMost(version_added, floor) && !(typeof version_removed === 'string' && isAtMost(version_removed, floor))
  })

const floor = [...readBrowserFloor()].map(([browser, version]) => [browserNames[browser] ?? '', version] as const)

/** Whether some browser of the floor lacks it. What is no standard is left out: nobody writes it without asking first. */
const isNewer = ({ __compat: compat }: Feature): boolean =>
  compat !== undefined &&
  compat.status?.standard_track !== false &&
  !compat.status?.deprecated &&
  floor.some(([browser, version]) => {
    const support = compat.support[browser]
    return support !== undefined && !isSupported(support, version)
  })

const isFeature = (value: unknown): value is Feature => typeof value === 'object' && value !== null

const listFeatures = (feature: unknown): [name: string, feature: Feature][] =>
  Object.entries(isFeature(feature) ? feature : {}).flatMap(([name, child]) =>
    name !== '__compat' && isFeature(child) ? [[name, child]] : [],
  )

/** The features below a path of names. */
const findBelow = (feature: unknown, ...path: string[]): unknown =>
  path.reduce((parent, name) => (isFeature(parent) ? parent[name] : undefined), feature)

const listNewer = (feature: unknown): string[] =>
  listFeatures(feature).flatMap(([name, child]) => (isNewer(child) ? [name] : []))

// Static members have the suffix _static. Other names with an underscore are details of a member, @@ is a symbol.
const toMember = (name: string): string[] => /^([a-zA-Z]+\d*)(?:_static)?$/.exec(name)?.slice(1) ?? []

const [file = ''] = process.argv.slice(2)
const data: Feature = JSON.parse(readFileSync(file, 'utf8'))
const globals = new Set<string>()
const newerNames = new Set<string>()
const olderNames = new Set<string>()
// Names with spaces between, one line for each interface.
const toLine = (names: Iterable<string>): string => [...names].join(' ')

const listMembers = (interfaces: unknown): Record<string, string> => {
  const members: Record<string, string[]> = {}
  for (const [name, feature] of listFeatures(interfaces)) {
    if (isNewer(feature)) globals.add(name)
    for (const [memberName, member] of listFeatures(feature))
      for (const each of toMember(memberName)) {
        if (isNewer(member)) (members[name] ??= []).push(each)
        ;(isNewer(member) ? newerNames : olderNames).add(each)
      }
  }
  return Object.fromEntries(Object.entries(members).map(([name, names]) => [name, toLine(names)]))
}

const members = {
  language: listMembers(findBelow(data, 'javascript', 'builtins')),
  dom: listMembers(findBelow(data, 'api')),
}
const css = {
  properties: listNewer(findBelow(data, 'css', 'properties')),
  selectors: listNewer(findBelow(data, 'css', 'selectors')),
  atRules: listNewer(findBelow(data, 'css', 'at-rules')),
  functions: ['color', 'image', 'easing-function', 'basic-shape'].flatMap((type) =>
    listNewer(findBelow(data, 'css', 'types', type)),
  ),
}
const result = {
  source: `@mdn/browser-compat-data ${String(findBelow(data, '__meta', 'version'))}, CC0`,
  floor: Object.fromEntries(readBrowserFloor()),
  globals: toLine([...globals].toSorted()),
  // Names of members that an older interface has too.
  sharedNames: toLine([...newerNames].filter((name) => olderNames.has(name)).toSorted()),
  css: Object.fromEntries(Object.entries(css).map(([kind, names]) => [kind, toLine(names)])),
  members,
}
writeFileSync(
  join(import.meta.dirname, '../../tests/support/browser-floor/newer-features.json'),
  `${JSON.stringify(result, null, 2)}\n`,
)
