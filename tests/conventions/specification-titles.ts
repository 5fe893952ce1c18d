// The titles of the tests, read from the files of the tests, so that a document can name them.
import { parseSync } from 'vite'
import type { File } from './project-files.ts'

/** One test: its own title and those of the groups around it. Each is a pattern where parts are filled in as it runs. */
export type Title = { own: RegExp; groups: RegExp[] }

type Node = { type: string } & Record<string, unknown>

const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && 'type' in value && typeof value.type === 'string'

const inside = (node: Node): Node[] => Object.values(node).flat().filter(isNode)

/** What a call is made on: `test.describe` and `test.each(rows)` are both ways of saying `test`. */
const wordsOf = (callee: unknown): string[] => {
  if (!isNode(callee)) return []
  if (callee.type === 'Identifier') return [String(callee['name'])]
  if (callee.type === 'CallExpression') return wordsOf(callee['callee'])
  if (callee.type !== 'MemberExpression') return []
  return [...wordsOf(callee['object']), ...wordsOf(callee['property'])]
}

const ways = new Set(['test', 'describe', 'each', 'runIf', 'concurrent'])

const filledIn = '\0'
const holes = /%[sdifjop#]|\$\w+(?:\.\w+)*/g

const written = (node: unknown, isEach: boolean): string | null => {
  if (!isNode(node)) return null
  if (node.type === 'Literal' && typeof node['value'] === 'string') return isEach ? holed(node['value']) : node['value']
  if (node.type !== 'TemplateLiteral' || !Array.isArray(node['quasis'])) return null
  const parts = node['quasis'].filter(isNode).map(({ value }) => cooked(value))
  return isEach ? holed(parts.join(filledIn)) : parts.join(filledIn)
}

const holed = (text: string): string => text.replace(holes, filledIn)

const cooked = (value: unknown): string =>
  typeof value === 'object' && value !== null && 'cooked' in value ? String(value.cooked) : ''

const escaped = (text: string): string => text.replace(/[\\^$.*+?()[\]{}|]/g, String.raw`\$&`)

// A title of which nearly nothing is written down would fit whatever is asked for.
const leastLetters = 3
const fitsNothing = /(?!)/

const patternOf = (text: string): RegExp => {
  if (text.replaceAll(filledIn, '').length < leastLetters) return fitsNothing
  return new RegExp(`^${text.split(filledIn).map(escaped).join('.+')}$`, 's')
}

const titlesBelow = (node: Node, groups: RegExp[]): Title[] => {
  const below = (within: RegExp[]) => inside(node).flatMap((child) => titlesBelow(child, within))
  if (node.type !== 'CallExpression' || !Array.isArray(node['arguments'])) return below(groups)
  const words = wordsOf(node['callee'])
  const isOurs = (words[0] === 'test' || words[0] === 'describe') && words.every((word) => ways.has(word))
  const text = isOurs ? written(node['arguments'][0], words.includes('each')) : null
  if (text === null) return below(groups)
  const own = patternOf(text)
  return words.includes('describe') ? below([...groups, own]) : [{ own, groups }]
}

/** Every test of a file. */
export const titlesIn = ({ path, text }: File): Title[] => {
  const program: unknown = parseSync(path, text).program
  return isNode(program) ? titlesBelow(program, []) : []
}

/** Whether one of the tests has this title, or, with the titles of its groups before it, `group › title`. */
export const isTitle = (titles: readonly Title[], asked: string): boolean => {
  const parts = asked.split(' › ')
  const own = parts.pop() ?? ''
  return titles.some((one) => {
    const around = one.groups.slice(one.groups.length - parts.length)
    return one.own.test(own) && around.length === parts.length && parts.every((part, at) => around[at]?.test(part))
  })
}

/** Every text that a file of sentences holds; what is filled in later stands as an ellipsis. */
export const sentencesOf = ({ path, text }: File): string[] => {
  const program: unknown = parseSync(path, text).program
  const all = (node: Node): string[] => [
    ...[written(node, false)].filter((one) => one !== null).map((one) => one.replaceAll(filledIn, '…')),
    ...inside(node).flatMap(all),
  ]
  return isNode(program) ? all(program) : []
}
