// A browser that translates the page leaves names and numbers as they are (docs/decisions/0107-translated-pages.md).
import { join } from 'node:path'
import { assert, expect, test } from 'vitest'
import { type ProjectFile, readProjectFiles } from './project-files.ts'
import { getLine, getName, isNode, type Node, parseProgram, walkNodes } from './syntax-rules.ts'

const pages = readProjectFiles(join(import.meta.dirname, '../..')).filter(
  ({ path }) => path.startsWith('web/') && path.endsWith('.tsx'),
)

/** What holds the name of a bike, brand or model, the number of a transaction or transfer, or a code. */
const names =
  /^(?:productName|bikeName|guideName|(?:brand|model)(?:Bn|Name)?|transactionId|intentId|reference|returnReference|handoverCode)$/
const things = /^(?:brand|model|likely|category)$/
const thingNames = /^(?:name|nameBn|aliases)$/

/** The last name of an identifier or a property: "b" of `a.b`. */
const getLastName = (node: unknown): string => {
  if (!isNode(node)) return ''
  return node.type === 'MemberExpression' ? getName(node['property']) : getName(node)
}

/** The names in a file that hold sentences, such as `payment` of `const { payment } = useMessages()`, and parts of them. */
const listMessages = (program: Node): Set<string> => {
  const messages = new Set<string>()
  for (const { type, id, init } of walkNodes(program)) {
    if (type !== 'VariableDeclarator' || !isNode(id) || !isNode(init)) continue
    const isPart = init.type === 'Identifier' && messages.has(getName(init))
    if (!isPart && ![...walkNodes(init)].some((one) => /^use\w*Messages$/.test(getName(one)))) continue
    for (const one of walkNodes(id)) messages.add(getName(one))
  }
  return messages
}

const getParts = (node: Node): unknown[] => {
  const { type } = node
  if (type === 'ChainExpression') return [node['expression']]
  if (type === 'ConditionalExpression') return [node['consequent'], node['alternate']]
  if (type === 'LogicalExpression' && node['operator'] === '&&') return [node['right']]
  if (type === 'LogicalExpression') return [node['left'], node['right']]
  if (type === 'BinaryExpression' && node['operator'] === '+') return [node['left'], node['right']]
  if (type === 'TemplateLiteral') return [node['expressions']].flat()
  if (type === 'ObjectExpression') return [node['properties']].flat().map((one) => isNode(one) && one['value'])
  if (type !== 'CallExpression') return []
  const { callee } = node
  if (/^use[A-Z]/.test(getName(callee))) return []
  const isJoin = isNode(callee) && getLastName(callee) === 'join'
  return [...[node['arguments']].flat(), ...(isJoin ? [callee['object']] : [])]
}

/** The expressions whose values an expression shows; of a call, also those that it is given. */
const listShown = (node: unknown): Node[] => {
  if (!isNode(node)) return []
  if (node.type === 'Identifier' || node.type === 'MemberExpression') return [node]
  return getParts(node).flatMap(listShown)
}

const isNameExpression = (node: Node, messages: ReadonlySet<string>): boolean => {
  const object = node['object']
  if (isNode(object) && [...walkNodes(object)].some((one) => messages.has(getName(one)))) return false
  return names.test(getLastName(node)) || (thingNames.test(getLastName(node)) && things.test(getLastName(object)))
}

/** Whether the browser leaves an element as it is, or shows it in the tab alone. */
const isUntouched = (element: Node): boolean => {
  const opening = element['openingElement']
  if (!isNode(opening)) return false
  if (getName(opening['name']) === 'title') return true
  return [opening['attributes']]
    .flat()
    .some(
      (one) =>
        isNode(one) && getName(one['name']) === 'translate' && isNode(one['value']) && one['value']['value'] === 'no',
    )
}

/** The names and numbers in a page that a browser would translate. */
const findTranslated = (file: ProjectFile): string[] => {
  const program = parseProgram(file)
  const messages = listMessages(program)
  return [...walkNodes(program, isUntouched)].flatMap((node) => {
    if (node.type !== 'JSXElement' && node.type !== 'JSXFragment') return []
    return [node['children']].flat().flatMap((child) => {
      if (!isNode(child) || child.type !== 'JSXExpressionContainer') return []
      const found = listShown(child['expression']).filter((one) => isNameExpression(one, messages))
      return found.map((one) => `${file.path}:${getLine(file.text, one.start)}: ${getLastName(one)}`)
    })
  })
}

const findIn = (text: string): string[] => findTranslated({ path: 'example.tsx', text })

test('names of bikes, brands and models, and numbers of transactions stand in an element with translate="no"', () => {
  assert(pages.length > 200, 'needs the pages')
  expect(pages.flatMap(findTranslated)).toEqual([])
})

test('a name is found alone, beside other words, in a sentence, and behind a condition', () => {
  expect(findIn('<Link to={() => a}>{bike.productName}</Link>')).toEqual(['example.tsx:1: productName'])
  expect(findIn('<b>{productName} · {price}</b>')).toHaveLength(1)
  expect(findIn('<p>{messages.heading(bike.productName)}</p>')).toHaveLength(1)
  expect(findIn('<p>{`${model.brand} ${model.model}`}</p>')).toHaveLength(2)
  expect(findIn('<p>{id !== null && <> · {payment.transactionId}</>}</p>')).toHaveLength(1)
  expect(findIn('<p>{reference ?? "–"}</p>')).toHaveLength(1)
  expect(findIn('<b>{brand.name} {brand.aliases.join(", ")}</b>')).toHaveLength(2)
  expect(findIn('<p>{getName({ name: guide.model, nameBn: guide.modelBn })}</p>')).toHaveLength(2)
})

test('a name that is kept, a label of the same name, and the title of the page are left alone', () => {
  expect(findIn('<h2 translate="no">{productName}</h2>')).toEqual([])
  expect(findIn('<ul translate="no"><li>{brand.name}</li></ul>')).toEqual([])
  expect(findIn('<p><SentenceWithName text={messages.lead(productName)} name={productName} /></p>')).toEqual([])
  expect(findIn('const { payment } = useBuyerMessages(); <dt>{payment.transactionId}</dt>')).toEqual([])
  expect(findIn('<title>{title(bike.productName)}</title>')).toEqual([])
})
