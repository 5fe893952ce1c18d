// Single changes of a file: each flips, moves or removes one thing that a test should notice. Pure.
import { createHash } from 'node:crypto'
import { getLine, isNode, type Node, parseProgram, walkNodes } from '#tests/conventions/syntax-rules.ts'
import type { ProjectFile } from '#tests/conventions/project-files.ts'

/** One change: the text from `start` to `end` becomes `replacement`. */
export type Mutation = {
  /** The same for the same change of the same text, whatever stands around it. */
  id: string
  path: string
  line: number
  start: number
  end: number
  original: string
  replacement: string
}

type Change = Pick<Mutation, 'start' | 'end' | 'replacement'>

const flippedOperators: Record<string, string> = {
  '<': '<=',
  '<=': '<',
  '>': '>=',
  '>=': '>',
  '===': '!==',
  '!==': '===',
  '+': '-',
  '-': '+',
  '*': '/',
  '/': '*',
  '%': '*',
  '&&': '||',
  '||': '&&',
  '??': '&&',
}

const getNode = (node: Node, name: string): Node | null => {
  const child = node[name]
  return isNode(child) ? child : null
}

const getEnd = (node: Node): number => (typeof node['end'] === 'number' ? node['end'] : node.start)

const isText = (node: Node): boolean =>
  node.type === 'TemplateLiteral' || (node.type === 'Literal' && typeof node['value'] === 'string')

/** `a < b` becomes `a <= b`; a sum of texts stays. */
const flipOperator = (node: Node, text: string): Change[] => {
  const [left, right] = [getNode(node, 'left'), getNode(node, 'right')]
  const operator = typeof node['operator'] === 'string' ? node['operator'] : ''
  const replacement = flippedOperators[operator]
  if (!left || !right || replacement === undefined) return []
  if (operator === '+' && (isText(left) || isText(right))) return []
  const start = text.indexOf(operator, getEnd(left))
  return start < 0 || start >= right.start ? [] : [{ start, end: start + operator.length, replacement }]
}

const negate = (test: Node | null, text: string): Change[] => {
  if (!test) return []
  const [start, end] = [test.start, getEnd(test)]
  return [{ start, end, replacement: `!(${text.slice(start, end)})` }]
}

const changeLiteral = (node: Node): Change[] => {
  const value = node['value']
  const place = { start: node.start, end: getEnd(node) }
  if (typeof value === 'boolean') return [{ ...place, replacement: String(!value) }]
  if (typeof value !== 'number') return []
  return [value + 1, value - 1].map((changed) => ({
    ...place,
    replacement: changed < 0 ? `(${changed})` : `${changed}`,
  }))
}

/** `query.for('update')` becomes `query`: the row is not locked. */
const dropLock = (node: Node): Change[] => {
  const callee = getNode(node, 'callee')
  const [object, property] = [callee && getNode(callee, 'object'), callee && getNode(callee, 'property')]
  if (!object || property?.['name'] !== 'for') return []
  return [{ start: getEnd(object), end: getEnd(node), replacement: '' }]
}

const listChanges = (node: Node, text: string): Change[] => {
  switch (node.type) {
    case 'BinaryExpression':
    case 'LogicalExpression':
      return flipOperator(node, text)
    case 'IfStatement':
    case 'ConditionalExpression':
      return negate(getNode(node, 'test'), text)
    case 'UnaryExpression':
      return node['operator'] === '!' ? [{ start: node.start, end: node.start + 1, replacement: '' }] : []
    case 'Literal':
      return changeLiteral(node)
    case 'ReturnStatement':
      return getNode(node, 'argument') ? [{ start: node.start, end: getEnd(node), replacement: ';' }] : []
    case 'ThrowStatement':
      return [{ start: node.start, end: getEnd(node), replacement: ';' }]
    case 'CallExpression':
      return dropLock(node)
    default:
      return []
  }
}

// Types are gone when the code runs. Expressions with a type around them stay.
const isTypeOnly = (node: Node): boolean =>
  /^TS(?!(?:As|Satisfies|NonNull)Expression)/.test(node.type) || node.type === 'ImportDeclaration'

const createId = (path: string, original: string, replacement: string, occurrence: string): string =>
  createHash('sha256').update([path, original, replacement, occurrence].join('\n')).digest('hex').slice(0, 16)

/** All single changes of a file, in the order of the text. */
export const listMutations = (file: ProjectFile): Mutation[] => {
  const { path, text } = file
  const changes = [...walkNodes(parseProgram(file), isTypeOnly)].flatMap((node) => listChanges(node, text))
  return changes
    .toSorted((one, other) => one.start - other.start || one.end - other.end)
    .map(({ start, end, replacement }) => {
      const original = text.slice(start, end)
      const lineStart = text.lastIndexOf('\n', start) + 1
      const lineEnd = text.indexOf('\n', end)
      const around = text.slice(lineStart, lineEnd < 0 ? text.length : lineEnd)
      const id = createId(path, original, replacement, `${around}\n${start - lineStart}`)
      return { id, path, line: getLine(text, start), start, end, original, replacement }
    })
}

/** The text after the change. */
export const applyMutation = (text: string, { start, end, replacement }: Mutation): string =>
  text.slice(0, start) + replacement + text.slice(end)

/** Chooses `count` of the mutations by the seed. More of the same seed begin with the same ones. */
export const sampleMutations = (
  mutations: readonly Mutation[],
  { count, seed }: { count: number; seed: string },
): Mutation[] => {
  const toRank = ({ id }: Mutation) => createHash('sha256').update(`${seed} ${id}`).digest('hex')
  return mutations
    .map((mutation) => ({ mutation, rank: toRank(mutation) }))
    .toSorted((one, other) => (one.rank < other.rank ? -1 : 1))
    .slice(0, count)
    .map(({ mutation }) => mutation)
}
