// The names that a file declares, and what it says to people: comments, strings of several words, documents.
import type { ProjectFile } from './project-files.ts'
import { getName, isNode, type Node, parse, parseProgram, walkNodes } from './syntax-rules.ts'

/** A declared name, its offset in the file, and whether it names a function. */
export type DeclaredName = { name: string; offset: number; isFunction: boolean }

const isFunctionNode = (value: unknown): boolean =>
  isNode(value) && /^(?:ArrowFunctionExpression|FunctionExpression|FunctionDeclaration)$/.test(value.type)

/** The names that a node declares: variables, functions, types, parameters and properties. */
const getDeclaredNames = (node: Node): { id: unknown; isFunction: boolean }[] => {
  switch (node.type) {
    case 'VariableDeclarator':
      return [{ id: node['id'], isFunction: isFunctionNode(node['init']) }]
    case 'FunctionDeclaration':
      return [{ id: node['id'], isFunction: true }, ...getParameters(node)]
    case 'ArrowFunctionExpression':
    case 'FunctionExpression':
      return getParameters(node)
    case 'TSTypeAliasDeclaration':
    case 'TSInterfaceDeclaration':
    case 'ClassDeclaration':
      return [{ id: node['id'], isFunction: false }]
    case 'Property':
    case 'TSPropertySignature':
      return [{ id: node['key'], isFunction: node['kind'] === 'init' && isFunctionNode(node['value']) }]
    default:
      return []
  }
}

const getParameters = (node: Node): { id: unknown; isFunction: boolean }[] =>
  Array.isArray(node['params']) ? node['params'].map((id: unknown) => ({ id, isFunction: false })) : []

/** Every name that the file declares itself. */
export const listIdentifiers = (file: ProjectFile): DeclaredName[] =>
  [...walkNodes(parseProgram(file))].flatMap((node) =>
    getDeclaredNames(node).flatMap(({ id, isFunction }) =>
      isNode(id) && id.type === 'Identifier' ? [{ name: getName(id), offset: id.start, isFunction }] : [],
    ),
  )

/** A piece of prose and its offset in the file. */
export type Prose = { text: string; offset: number }

/** The comments of a file and its strings of several words; a document as a whole. */
export const listProse = (file: ProjectFile): Prose[] => {
  if (/\.(?:md|css|sql)$/.test(file.path)) return [{ text: file.text, offset: 0 }]
  if (!/\.(?:ts|tsx|mjs)$/.test(file.path)) return []
  const comments = parse(file).comments.map(({ value, start }) => ({ text: value, offset: start }))
  const strings = [...walkNodes(parseProgram(file))].flatMap((node): Prose[] => {
    const text = node.type === 'TemplateElement' ? getCooked(node) : node['value']
    const isText = /^(?:Literal|TemplateElement|JSXText)$/.test(node.type) && typeof text === 'string'
    return isText && /\p{L} \p{L}/u.test(text) ? [{ text, offset: node.start }] : []
  })
  return [...comments, ...strings]
}

const getCooked = (node: Node): unknown => {
  const value = node['value']
  return typeof value === 'object' && value !== null && 'cooked' in value ? value.cooked : ''
}
