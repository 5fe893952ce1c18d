// Browser tests: they read a page by assertions that wait, and they wait for what they need, not for time.
import type { ProjectFile } from './project-files.ts'
import { getLine, getName, isNode, type Node, parseProgram, walkNodes } from './syntax-rules.ts'

// Playwright's methods that answer with what the page has at this moment. Those of `withoutArguments` have none: calls with
// arguments belong to something else, such as `format.count(3)`.
const reads = {
  withoutArguments: new Set(['all', 'content', 'count', 'title', 'url']),
  any: new Set(
    `allInnerTexts allTextContents ariaSnapshot boundingBox evaluateAll getAttribute innerHTML innerText inputValue
    isChecked isDisabled isEditable isEnabled isHidden isVisible textContent`.split(/\s+/),
  ),
}

/** Methods whose arguments run in the browser, where `getAttribute` is the DOM's own. */
const browserMethods = new Set(['addInitScript', 'evaluate', 'evaluateAll', 'evaluateHandle', 'waitForFunction'])

const listArguments = (call: Node): Node[] => (Array.isArray(call['arguments']) ? call['arguments'].filter(isNode) : [])

const isCall = ({ type }: Node): boolean => type === 'CallExpression'

/** The method of a call, such as `count` of `rows.count()`, and what it is called on. */
const getMethod = (call: Node): { name: string; property: Node; object: Node } | null => {
  const { callee } = call
  if (!isCall(call) || !isNode(callee) || callee.type !== 'MemberExpression') return null
  const { object, property } = callee
  return isNode(object) && isNode(property) ? { name: getName(property), property, object } : null
}

/** Whether this is `request`, `response` or `route.request()`: its address does not change. */
const isRequest = (node: Node): boolean => /^(?:request|response)$/.test(getMethod(node)?.name ?? getName(node))

const isRead = (call: Node): boolean => {
  const method = getMethod(call)
  if (!method || (method.name === 'url' && isRequest(method.object))) return false
  return reads.any.has(method.name) || (reads.withoutArguments.has(method.name) && listArguments(call).length === 0)
}

/** `expect(…)` or `expect.soft(…)`, which does not call a function again. */
const isPlainExpect = (call: Node): boolean => {
  const method = getMethod(call)
  return getName(call['callee']) === 'expect' || (method?.name === 'soft' && getName(method.object) === 'expect')
}

/** The functions that run in the browser, or that `expect.poll` and `toPass` call until they hold. */
const listInnocentArguments = (call: Node): Node[] => {
  const method = getMethod(call)
  if (!method) return []
  if (browserMethods.has(method.name)) return listArguments(call)
  if (method.name === 'poll' && getName(method.object) === 'expect') return listArguments(call)
  return method.name === 'toPass' ? listArguments(method.object) : []
}

/** These functions, and those that the file declares under a name, such as `readTexts` of `expect.poll(readTexts)`. */
const findInnocentNodes = (program: Node): Set<Node> => {
  const nodes = [...walkNodes(program)]
  const given = nodes.flatMap(listInnocentArguments)
  const names = new Set(given.map(getName).filter((name) => name !== ''))
  return new Set([...given, ...nodes.filter(({ id, init }) => isNode(init) && names.has(getName(id)))])
}

/** Calls that read at once. `evaluate` also acts, so it is one of them only where its answer is asserted. */
const findReads = (program: Node): Node[] => {
  const innocentNodes = findInnocentNodes(program)
  const listCalls = (node: Node) => [...walkNodes(node, (one) => innocentNodes.has(one))].filter(isCall)
  const calls = listCalls(program)
  const asserted = calls.filter(isPlainExpect).flatMap(listArguments).flatMap(listCalls)
  return [...new Set([...calls.filter(isRead), ...asserted.filter((call) => getMethod(call)?.name === 'evaluate')])]
}

/** Waits for an amount of time, or for half a second without requests. */
const findTimedWaits = (program: Node): Node[] =>
  [...walkNodes(program)].filter(
    (node) => getMethod(node)?.name === 'waitForTimeout' || node['value'] === 'networkidle',
  )

const isStatement = ({ type }: Node): boolean =>
  type !== 'BlockStatement' && /(?:Statement|^VariableDeclaration|^ExportNamedDeclaration)$/.test(type)

/** Whether the comment with a reason stands on this line, or above it. */
const hasReason = (lines: readonly string[], line: number, reason: RegExp): boolean => {
  if (reason.test(lines[line - 1] ?? '')) return true
  const above = lines.slice(0, line - 1)
  const start = above.findLastIndex((text) => !/^\s*\/\//.test(text)) + 1
  return above.slice(start).some((text) => reason.test(text))
}

/** What has no reason at its own line, and none at the statement that it is part of. */
const findUnexplained = ({ text }: ProjectFile, program: Node, nodes: readonly Node[], reason: RegExp) => {
  const lines = text.split('\n')
  const statements = [...walkNodes(program)].filter(isStatement)
  return nodes.flatMap((node) => {
    const statement = statements.findLast(({ start, end }) => start <= node.start && Number(end) >= Number(node['end']))
    const { start } = getMethod(node)?.property ?? node
    const [line, ...others] = [start, statement?.start ?? start].map((offset) => getLine(text, offset))
    if (line === undefined || [line, ...others].some((one) => hasReason(lines, one, reason))) return []
    return [{ line, name: getMethod(node)?.name ?? 'networkidle' }]
  })
}

/**
 * Reads of a page that do not wait, and waits by time, in a browser test. The page may not have come yet, or still be the
 * one before.
 */
export const findHastyReads = (file: ProjectFile): string[] => {
  if (!/^tests\/e2e\/.*\.ts$/.test(file.path)) return []
  const program = parseProgram(file)
  const hastyReads = findUnexplained(file, program, findReads(program), /\/\/ Read at once: \S+ \S+/)
  const timedWaits = findUnexplained(file, program, findTimedWaits(program), /\/\/ Wait by time: \S+ \S+/)
  return [
    ...hastyReads.map(
      ({ line, name }) =>
        `line ${line}: "${name}" does not wait: assert with toHaveText, toHaveURL, expect.poll and the like, or say why in "// Read at once: …"`,
    ),
    ...timedWaits.map(
      ({ line, name }) =>
        `line ${line}: "${name}" waits by time: wait for what the page then has, or say why in "// Wait by time: …"`,
    ),
  ]
}

/** Whether this is `performance.now()`, or `Date.now()`. */
const isNow = (node: Node, owner: string): boolean => {
  const method = getMethod(node)
  return method?.name === 'now' && getName(method.object) === owner
}

/** The expectations that something took at least some time, which holds on any machine. */
const findLeastTimes = (program: Node): Set<Node> =>
  new Set(
    [...walkNodes(program)].flatMap((node) => {
      const method = getMethod(node)
      return method && method.name.startsWith('toBeGreaterThan') && isPlainExpect(method.object) ? [method.object] : []
    }),
  )

/** How long something took: `performance.now() - startedAt`, and what is asserted of `Date.now() - sentAt`. */
const findMeasuredTimes = (program: Node): Node[] => {
  const leastTimes = findLeastTimes(program)
  const listNodes = (node: Node) => [...walkNodes(node, (one) => leastTimes.has(one))]
  const listDifferences = (node: Node) => listNodes(node).filter(({ operator }) => operator === '-')
  const asserted = listNodes(program)
    .filter((node) => isCall(node) && isPlainExpect(node))
    .flatMap(listArguments)
  const has = (owner: string) => (node: Node) => [...walkNodes(node)].some((one) => isNow(one, owner))
  return [
    ...listDifferences(program).filter(has('performance')),
    ...asserted.flatMap(listDifferences).filter(has('Date')),
  ]
}

/**
 * Times that a test measures. What is asserted of them holds on a quiet machine only: what must not hang has the `timeout`
 * of its test, and how long something takes is in the benchmarks.
 */
export const findMeasuredTime = (file: ProjectFile): string[] => {
  if (!file.path.endsWith('.test.ts')) return []
  const program = parseProgram(file)
  return findUnexplained(file, program, findMeasuredTimes(program), /\/\/ Clock: \S+ \S+/).map(
    ({ line }) => `line ${line}: no test measures time: give it a timeout, or say why in "// Clock: …"`,
  )
}
