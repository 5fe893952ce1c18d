// What only the parsed code tells: sentences in screens, state in modules, imports.
import { parseSync } from 'vite'
import type { File } from './project-files.ts'

type Node = { type: string; start: number } & Record<string, unknown>

const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && 'type' in value && typeof value.type === 'string'

const inside = (node: Node): Node[] => Object.values(node).flat().filter(isNode)

/** The node and all below it, but nothing of what `isLeftOut`. */
function* everyNode(node: Node, isLeftOut: (node: Node) => boolean = () => false): Generator<Node> {
  if (isLeftOut(node)) return
  yield node
  for (const child of inside(node)) yield* everyNode(child, isLeftOut)
}

const lineOf = (text: string, at: number): number => text.slice(0, at).split('\n').length

const parse = ({ path, text }: File) => parseSync(path, text)

const programOf = (file: File): Node => {
  const program: unknown = parse(file).program
  if (!isNode(program)) throw new Error(`${file.path} could not be parsed.`)
  return program
}

// ---------- sentences ----------

const letters = /\p{L}{2,}/u
const spokenAttributes = /^(?:alt|title|placeholder|label|aria-(?:label|description|placeholder|valuetext))$/

const nameOf = (node: unknown): string => (isNode(node) && typeof node['name'] === 'string' ? node['name'] : '')

/** A drawing that screen readers pass by: letters in it are strokes. */
const isDrawing = (node: Node): boolean => {
  const opening = node['openingElement']
  if (node.type !== 'JSXElement' || !isNode(opening) || nameOf(opening['name']) !== 'svg') return false
  return inside(opening).some((one) => one.type === 'JSXAttribute' && nameOf(one['name']) === 'aria-hidden')
}

const said = (node: Node): string | null => {
  if (node.type === 'JSXText') return String(node['value'])
  if (node.type !== 'JSXAttribute' || !spokenAttributes.test(nameOf(node['name']))) return null
  const value = node['value']
  return isNode(value) && value.type === 'Literal' ? String(value['value']) : null
}

/** Words for the person that stand in a component instead of in web/i18n/. */
export const sentencesIn = (file: File): string[] => {
  if (!/^web\/(?!i18n\/).*\.tsx$/.test(file.path)) return []
  return [...everyNode(programOf(file), isDrawing)].flatMap((node) => {
    const words = said(node)?.trim()
    if (words === undefined || !letters.test(words)) return []
    return [
      `line ${lineOf(file.text, node.start)}: "${words.slice(0, 40)}": put the words into web/i18n/ and take them from there`,
    ]
  })
}

// ---------- state ----------

const changing = '(?:add|set|delete|clear|push|pop|shift|unshift|splice|sort|reverse|fill)'

const declared = (statement: Node): { kind: string; names: { name: string; at: number }[] } => {
  const inner = statement.type === 'ExportNamedDeclaration' ? statement['declaration'] : statement
  if (!isNode(inner) || inner.type !== 'VariableDeclaration') return { kind: '', names: [] }
  const names = inside(inner).map((one) => ({ name: nameOf(one['id']), at: one.start }))
  return { kind: String(inner['kind']), names }
}

const isChanged = (text: string, name: string): boolean =>
  new RegExp(
    `(?<![\\w.])${name}(?:\\.${changing}\\(|(?:\\.\\w+|\\[[^\\]]+\\])\\s*(?:[+*/|&?-]*=(?![=>])|\\+\\+))`,
  ).test(text)

/** State of a module under web/: the server renders for many people at once, and one would see another's. */
export const moduleState = (file: File): string[] => {
  if (!/^web\/.*\.tsx?$/.test(file.path) || file.path.endsWith('.test.ts')) return []
  const body = programOf(file)['body']
  const statements = Array.isArray(body) ? body.filter(isNode) : []
  return statements.flatMap((statement) => {
    const { kind, names } = declared(statement)
    return names
      .filter(({ name }) => kind === 'let' || kind === 'var' || (name !== '' && isChanged(file.text, name)))
      .map(
        ({ name, at }) =>
          `line ${lineOf(file.text, at)}: "${name}" changes while the module lives: keep it in React state, a loader or an argument`,
      )
  })
}

// ---------- imports ----------

/** What a file imports: the address as written, and whether only types. */
export type Import = { from: string; isType: boolean }

/** Every import and re-export of a file, also those that are asked for while it runs. */
export const importsOf = (file: File): Import[] => {
  if (!/\.(?:ts|tsx|mjs)$/.test(file.path)) return []
  const { module } = parse(file)
  const fixed = module.staticImports.map((one) => ({
    from: one.moduleRequest.value,
    isType: one.entries.length > 0 && one.entries.every(({ isType }) => isType),
  }))
  const passedOn = module.staticExports.flatMap(({ entries }) =>
    entries.flatMap(({ moduleRequest, isType }) => (moduleRequest ? [{ from: moduleRequest.value, isType }] : [])),
  )
  const late = [...everyNode(programOf(file))]
    .filter(({ type }) => type === 'ImportExpression')
    .flatMap(({ source }) =>
      isNode(source) && source.type === 'Literal' ? [{ from: String(source['value']), isType: false }] : [],
    )
  return [...fixed, ...passedOn, ...late]
}
