// What only the parsed code tells: sentences in screens, state in modules, imports.
import { parseSync } from 'vite'
import type { ProjectFile } from './project-files.ts'

/** A node of the parsed code. */
export type Node = { type: string; start: number } & Record<string, unknown>

export const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && 'type' in value && typeof value.type === 'string'

const getChildNodes = (node: Node): Node[] => Object.values(node).flat().filter(isNode)

/** The node and all below it, but nothing of what `isLeftOut`. */
export function* walkNodes(node: Node, isExcluded: (node: Node) => boolean = () => false): Generator<Node> {
  if (isExcluded(node)) return
  yield node
  for (const child of getChildNodes(node)) yield* walkNodes(child, isExcluded)
}

/** The line of an offset, from 1. */
export const getLine = (text: string, offset: number): number => text.slice(0, offset).split('\n').length

const parsed = new WeakMap<ProjectFile, ReturnType<typeof parseSync>>()

/** Parses a file of code, once for all rules. */
export const parse = (file: ProjectFile): ReturnType<typeof parseSync> => {
  const result = parsed.get(file) ?? parseSync(file.path, file.text)
  parsed.set(file, result)
  return result
}

/** The syntax tree of a file. Throws for a file that does not parse. */
export const parseProgram = (file: ProjectFile): Node => {
  const program: unknown = parse(file).program
  if (!isNode(program)) throw new Error(`${file.path} could not be parsed.`)
  return program
}

// ---------- sentences ----------

const letterPattern = /\p{L}{2,}/u
const textAttributes = /^(?:alt|title|placeholder|label|aria-(?:label|description|placeholder|valuetext))$/

/** The name of an identifier, '' for another node. */
export const getName = (node: unknown): string => (isNode(node) && typeof node['name'] === 'string' ? node['name'] : '')

/** A drawing that screen readers pass by: letters in it are strokes. */
const isHiddenSvg = (node: Node): boolean => {
  const opening = node['openingElement']
  if (node.type !== 'JSXElement' || !isNode(opening) || getName(opening['name']) !== 'svg') return false
  return getChildNodes(opening).some((one) => one.type === 'JSXAttribute' && getName(one['name']) === 'aria-hidden')
}

const readText = (node: Node): string | null => {
  if (node.type === 'JSXText') return String(node['value'])
  if (node.type !== 'JSXAttribute' || !textAttributes.test(getName(node['name']))) return null
  const value = node['value']
  return isNode(value) && value.type === 'Literal' ? String(value['value']) : null
}

/** Words for the person that stand in a component instead of in web/i18n/. */
export const findHardcodedTexts = (file: ProjectFile): string[] => {
  if (!/^web\/(?!i18n\/).*\.tsx$/.test(file.path)) return []
  return [...walkNodes(parseProgram(file), isHiddenSvg)].flatMap((node) => {
    const sentence = readText(node)?.trim()
    if (sentence === undefined || !letterPattern.test(sentence)) return []
    return [
      `line ${getLine(file.text, node.start)}: "${sentence.slice(0, 40)}": put the words into web/i18n/ and take them from there`,
    ]
  })
}

// ---------- state ----------

const mutatingMethods = '(?:add|set|delete|clear|push|pop|shift|unshift|splice|sort|reverse|fill)'

const getDeclaredNames = (statement: Node): { kind: string; names: { name: string; at: number }[] } => {
  const declaration = statement.type === 'ExportNamedDeclaration' ? statement['declaration'] : statement
  if (!isNode(declaration) || declaration.type !== 'VariableDeclaration') return { kind: '', names: [] }
  const names = getChildNodes(declaration).map((one) => ({ name: getName(one['id']), at: one.start }))
  return { kind: String(declaration['kind']), names }
}

const isMutated = (text: string, name: string): boolean =>
  new RegExp(
    `(?<![\\w.])${name}(?:\\.${mutatingMethods}\\(|(?:\\.\\w+|\\[[^\\]]+\\])\\s*(?:[+*/|&?-]*=(?![=>])|\\+\\+))`,
  ).test(text)

/** State of a module under web/: the server renders for many people at once, and one would see another's. */
export const findModuleState = (file: ProjectFile): string[] => {
  if (!/^web\/.*\.tsx?$/.test(file.path) || file.path.endsWith('.test.ts')) return []
  const body = parseProgram(file)['body']
  const statements = Array.isArray(body) ? body.filter(isNode) : []
  return statements.flatMap((statement) => {
    const { kind, names } = getDeclaredNames(statement)
    return names
      .filter(({ name }) => kind === 'let' || kind === 'var' || (name !== '' && isMutated(file.text, name)))
      .map(
        ({ name, at }) =>
          `line ${getLine(file.text, at)}: "${name}" changes while the module lives: keep it in React state, a loader or an argument`,
      )
  })
}

// ---------- imports ----------

/** What a file imports: the address as written, and whether only types. */
export type Import = { from: string; isType: boolean }

/** Every import and re-export of a file, also those that are asked for while it runs. */
export const parseImports = (file: ProjectFile): Import[] => {
  if (!/\.(?:ts|tsx|mjs)$/.test(file.path)) return []
  const { module } = parse(file)
  const staticImports = module.staticImports.map((one) => ({
    from: one.moduleRequest.value,
    isType: one.entries.length > 0 && one.entries.every(({ isType }) => isType),
  }))
  const reExports = module.staticExports.flatMap(({ entries }) =>
    entries.flatMap(({ moduleRequest, isType }) => (moduleRequest ? [{ from: moduleRequest.value, isType }] : [])),
  )
  const dynamicImports = [...walkNodes(parseProgram(file))]
    .filter(({ type }) => type === 'ImportExpression')
    .flatMap(({ source }) =>
      isNode(source) && source.type === 'Literal' ? [{ from: String(source['value']), isType: false }] : [],
    )
  return [...staticImports, ...reExports, ...dynamicImports]
}
