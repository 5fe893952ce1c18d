// Finds in built scripts and styles what is newer than the oldest browsers that the pages work in.
import { parseAst } from 'vite'
import { newerFeatures } from '#tests/support/browser-floor/newer-features.ts'

type Node = { type: string } & Record<string, unknown>

const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && 'type' in value && typeof value.type === 'string'

const getName = (node: unknown): string =>
  isNode(node) && node.type === 'Identifier' && typeof node['name'] === 'string' ? node['name'] : ''

// Lookbehind needs Safari 16.4, the flag v Safari 17, groups with flags Safari 26.
const findNewerPattern = (pattern: string, flags: string): string[] => [
  ...(/\(\?<[=!]/.test(pattern) ? [`lookbehind in /${pattern}/`] : []),
  ...(/\(\?[ims]*-?[ims]*:/.test(pattern.replaceAll('(?:', '')) ? [`flags inside of /${pattern}/`] : []),
  ...(/v/.test(flags) ? [`the flag v of /${pattern}/`] : []),
]

/**
 * `Promise.withResolvers`, or `.findLast` of whatever it is. Names of the DOM in one word, such as `queue`, are those of
 * anything, so of the DOM only calls with a name of several words are found.
 */
const findNewerMember = (object: unknown, name: string, isCalled: boolean): string[] => {
  const globalName = getName(object)
  if (newerFeatures.members.get(globalName)?.has(name)) return [`${globalName}.${name}`]
  const isFound = newerFeatures.languageNames.has(name) || (isCalled && newerFeatures.domNames.has(name))
  return isFound ? [`.${name}`] : []
}

const findInNode = (node: Node, parent: Node | null): string[] => {
  const name = getName(node)
  const isMemberName = parent?.type === 'MemberExpression' && parent['property'] === node && parent['computed'] !== true
  const isKey = (parent?.type === 'Property' || parent?.type === 'MethodDefinition') && parent['key'] === node
  if (name !== '') return !isMemberName && !isKey && newerFeatures.globals.has(name) ? [name] : []
  if (node.type === 'MemberExpression' && node['computed'] !== true)
    return findNewerMember(node['object'], getName(node['property']), parent?.['callee'] === node)
  if (node.type === 'StaticBlock') return ['static block of a class']
  if (node.type !== 'Literal') return []
  const { regex, value } = node
  if (typeof regex === 'object' && regex !== null && 'pattern' in regex && 'flags' in regex)
    return findNewerPattern(String(regex.pattern), String(regex.flags))
  return typeof value === 'string' && /\(\?<[=!]/.test(value) ? findNewerPattern(value, '') : []
}

const walk = (node: Node, parent: Node | null, found: Set<string>): Set<string> => {
  for (const feature of findInNode(node, parent)) found.add(feature)
  for (const value of Object.values(node))
    for (const child of Array.isArray(value) ? value : [value]) if (isNode(child)) walk(child, node, found)
  return found
}

/** What a script uses that is newer. Methods with the name of an older one, such as `map` of an iterator, are not found. */
export const findNewerInScript = (code: string): string[] => [...walk({ ...parseAst(code) }, null, new Set())]

const collect = (css: string, pattern: RegExp, isNewer: ReadonlySet<string>, toText: (name: string) => string) =>
  [...css.matchAll(pattern)].flatMap(([, name = '']) => (isNewer.has(name) ? [toText(name)] : []))

// Inside of @supports everything may be newer: an older browser leaves it out.
const removeSupports = (css: string): string => {
  const start = css.indexOf('@supports')
  if (start === -1) return css
  let depth = 0
  for (let at = css.indexOf('{', start); at < css.length; at += 1) {
    if (css[at] === '{') depth += 1
    if (css[at] === '}') depth -= 1
    if (depth === 0) return css.slice(0, start) + removeSupports(css.slice(at + 1))
  }
  return css.slice(0, start)
}

/** What a minified style sheet uses that is newer, outside of `@supports`. */
export const findNewerInStyle = (style: string): string[] => {
  const { properties, selectors, atRules, functions } = newerFeatures.css
  const css = removeSupports(style.replaceAll(/url\((?:"[^"]*"|[^)]*)\)/g, 'url()'))
  return [
    ...new Set([
      ...collect(css, /[{;]([a-z-]+):/g, properties, (name) => name),
      ...collect(css, /::?([a-z-]+)(?=[^{};]*\{)/g, selectors, (name) => `:${name}`),
      ...collect(css, /@([a-z-]+)/g, atRules, (name) => `@${name}`),
      ...collect(css, /(?<![\w-])([a-z-]+)\(/g, functions, (name) => `${name}()`),
    ]),
  ]
}
