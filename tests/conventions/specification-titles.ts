// The titles of the tests, read from the files of the tests, so that a document can name them.
import { parseSync } from 'vite'
import type { ProjectFile } from './project-files.ts'

/**
 * One test: its own title and those of the groups around it. Each is a pattern where parts are filled in as it runs.
 * - `isLong`: whether the tag of the test, of a group around it or of the file puts it into `npm run test:long` alone
 */
export type Title = { own: RegExp; groups: RegExp[]; isLong: boolean }

type Node = { type: string } & Record<string, unknown>

const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && 'type' in value && typeof value.type === 'string'

const getChildNodes = (node: Node): Node[] => Object.values(node).flat().filter(isNode)

/** What a call is made on: `test.describe` and `test.each(rows)` are both ways of saying `test`. */
const getCalleeNames = (callee: unknown): string[] => {
  if (!isNode(callee)) return []
  if (callee.type === 'Identifier') return [String(callee['name'])]
  if (callee.type === 'CallExpression') return getCalleeNames(callee['callee'])
  if (callee.type !== 'MemberExpression') return []
  return [...getCalleeNames(callee['object']), ...getCalleeNames(callee['property'])]
}

const testFunctions = new Set(['test', 'describe', 'each', 'runIf', 'concurrent', 'testEachCall'])
const longTag = /^@?long$/
const longFile = /^\/\/ @module-tag long$/m

const getLiterals = (node: Node): unknown[] =>
  (node.type === 'ArrayExpression' ? getChildNodes(node) : [node])
    .filter(({ type }) => type === 'Literal')
    .map(({ value }) => value)

/** Whether the options of a test or group, its second argument, name the tag of the long run, whatever the row is. */
const hasLongTag = (options: unknown): boolean =>
  isNode(options) &&
  getChildNodes(options)
    .filter(({ key }) => isNode(key) && /^tags?$/.test(String(key['name'])))
    .flatMap(({ value }) => (isNode(value) ? getLiterals(value) : []))
    .some((tag) => longTag.test(String(tag)))

const placeholder = '\0'
const placeholderPattern = /%[sdifjop#]|\$\w+(?:\.\w+)*/g

const readText = (node: unknown, isEach: boolean): string | null => {
  if (!isNode(node)) return null
  if (node.type === 'Literal' && typeof node['value'] === 'string')
    return isEach ? replacePlaceholders(node['value']) : node['value']
  if (node.type !== 'TemplateLiteral' || !Array.isArray(node['quasis'])) return null
  const texts = node['quasis'].filter(isNode).map(({ value }) => getCookedText(value))
  return isEach ? replacePlaceholders(texts.join(placeholder)) : texts.join(placeholder)
}

const replacePlaceholders = (text: string): string => text.replace(placeholderPattern, placeholder)

const getCookedText = (value: unknown): string =>
  typeof value === 'object' && value !== null && 'cooked' in value ? String(value.cooked) : ''

const escapeRegExp = (text: string): string => text.replace(/[\\^$.*+?()[\]{}|]/g, String.raw`\$&`)

// A title of which nearly nothing is written down would fit whatever is asked for.
const minTitleLetters = 3
const matchesNothing = /(?!)/

const createPattern = (text: string): RegExp => {
  if (text.replaceAll(placeholder, '').length < minTitleLetters) return matchesNothing
  return new RegExp(`^${text.split(placeholder).map(escapeRegExp).join('.+')}$`, 's')
}

const collectTitles = (node: Node, groups: RegExp[], isLong: boolean): Title[] => {
  const collectFromChildren = (outerGroups: RegExp[], isGroupLong: boolean) =>
    getChildNodes(node).flatMap((child) => collectTitles(child, outerGroups, isGroupLong))
  if (node.type !== 'CallExpression' || !Array.isArray(node['arguments'])) return collectFromChildren(groups, isLong)
  const names = getCalleeNames(node['callee'])
  const isTest =
    /^(?:test|describe|testEachCall)$/.test(names[0] ?? '') && names.every((name) => testFunctions.has(name))
  const isEach = names.includes('each') || names.includes('testEachCall')
  const text = isTest ? readText(node['arguments'][0], isEach) : null
  if (text === null) return collectFromChildren(groups, isLong)
  const own = createPattern(text)
  const isOwnLong = isLong || hasLongTag(node['arguments'][1])
  return names.includes('describe')
    ? collectFromChildren([...groups, own], isOwnLong)
    : [{ own, groups, isLong: isOwnLong }]
}

/** Every test of a file. */
export const parseTitles = ({ path, text }: ProjectFile): Title[] => {
  const program: unknown = parseSync(path, text).program
  return isNode(program) ? collectTitles(program, [], longFile.test(text)) : []
}

/** The tests that have this title, or, with the titles of its groups before it, `group › title`. */
export const findTitles = (titles: readonly Title[], title: string): Title[] => {
  const groupTitles = title.split(' › ')
  const own = groupTitles.pop() ?? ''
  return titles.filter((one) => {
    const enclosingGroups = one.groups.slice(one.groups.length - groupTitles.length)
    return (
      one.own.test(own) &&
      enclosingGroups.length === groupTitles.length &&
      groupTitles.every((groupTitle, index) => enclosingGroups[index]?.test(groupTitle))
    )
  })
}

// Behind the title of a test in a document.
const longMark = / \(long\)$/

/**
 * What is wrong with `path › title`, by which a document names a test, or null. Behind the title stands ` (long)` when
 * only `npm run test:long` plays the test.
 */
export const findProofError = (proof: string, titlesByPath: ReadonlyMap<string, readonly Title[]>): string | null => {
  const [path = '', ...title] = proof.replace(longMark, '').split(' › ')
  const found = title.length === 0 ? [] : findTitles(titlesByPath.get(path) ?? [], title.join(' › '))
  if (found.length === 0) return `there is no test "${proof}"`
  const isLong = found.every((one) => one.isLong)
  if (isLong === longMark.test(proof)) return null
  return isLong ? `write "(long)" behind "${proof}"` : `"${proof}" is in every run: take "(long)" away`
}

/** Whether one of the tests has this title. */
export const hasTitle = (titles: readonly Title[], title: string): boolean => findTitles(titles, title).length > 0

/** Every text that a file of sentences holds; what is filled in later stands as an ellipsis. */
export const parseSentences = ({ path, text }: ProjectFile): string[] => {
  const program: unknown = parseSync(path, text).program
  const collectSentences = (node: Node): string[] => [
    ...[readText(node, false)].filter((one) => one !== null).map((one) => one.replaceAll(placeholder, '…')),
    ...getChildNodes(node).flatMap(collectSentences),
  ]
  return isNode(program) ? collectSentences(program) : []
}
