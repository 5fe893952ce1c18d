// The plans of the statements that a pool of connections runs, with what each step really did.
import pg from 'pg'
import { z } from 'zod'

type PlanNode = {
  'Node Type': string
  'Relation Name'?: string | undefined
  'Actual Rows': number
  'Actual Loops': number
  'Rows Removed by Filter'?: number | undefined
  Plans?: PlanNode[] | undefined
}

const PlanNode: z.ZodType<PlanNode> = z.object({
  'Node Type': z.string(),
  'Relation Name': z.string().optional(),
  'Actual Rows': z.number(),
  'Actual Loops': z.number(),
  'Rows Removed by Filter': z.number().optional(),
  get Plans() {
    return z.array(PlanNode).optional()
  },
})
const ExplainOutput = z.object({ 'Query Text': z.string(), Plan: PlanNode })

export type Plan = {
  text: string
  /** The steps that read, throw away or sort more rows than `most`, each in words. */
  findExpensiveSteps(maxRows: number): string[]
}

export type PlanRecorder = {
  /** The plans of everything that runs meanwhile, the statements of triggers and foreign keys too. */
  record(callback: () => Promise<unknown>): Promise<Plan[]>
}

const maxDiscardFactor = 10

const listNodes = (node: PlanNode): PlanNode[] => [node, ...(node.Plans ?? []).flatMap(listNodes)]

const countRows = (node: PlanNode): number => node['Actual Rows'] * node['Actual Loops']
const countRemovedRows = (node: PlanNode): number => (node['Rows Removed by Filter'] ?? 0) * node['Actual Loops']
const countSortedRows = (node: PlanNode): number =>
  node['Node Type'].endsWith('Sort') ? Math.max(0, ...(node.Plans ?? []).map(countRows)) : 0

const findNodeProblems = (node: PlanNode, maxRows: number): string[] => {
  const label = `${node['Node Type']}${node['Relation Name'] === undefined ? '' : ` on ${node['Relation Name']}`}`
  const isFullScan = node['Node Type'] === 'Seq Scan' && countRows(node) + countRemovedRows(node) > maxRows
  if (isFullScan) return [`${label}: ${countRows(node) + countRemovedRows(node)} rows`]
  // Some rows are thrown away on the way, such as those of other categories; more than that grows with the table.
  if (countRemovedRows(node) > maxRows * maxDiscardFactor)
    return [`${label}: throws ${countRemovedRows(node)} rows away`]
  return countSortedRows(node) > maxRows ? [`${label}: ${countSortedRows(node)} rows`] : []
}

const parsePlans = (message: string): Plan[] => {
  const jsonStart = message.indexOf('{')
  if (!/^duration: .* plan:/.test(message) || jsonStart < 0) return []
  const { 'Query Text': text, Plan: plan } = ExplainOutput.parse(JSON.parse(message.slice(jsonStart)))
  return [
    {
      text,
      findExpensiveSteps: (maxRows) =>
        listNodes(plan).flatMap((node) => findNodeProblems(node, maxRows).map((one) => `${one} (${text})`)),
    },
  ]
}

// PostgreSQL's own module, which explains to the client itself what it ran.
const settings = {
  session_preload_libraries: 'auto_explain',
  'auto_explain.log_min_duration': '0',
  'auto_explain.log_analyze': 'on',
  'auto_explain.log_timing': 'off',
  'auto_explain.log_nested_statements': 'on',
  'auto_explain.log_format': 'json',
  'auto_explain.log_level': 'notice',
}

/** Makes every new connection of the database explain itself, and ends those that do not yet. */
const enableAutoExplain = async (config: pg.ClientConfig): Promise<void> => {
  const owner = new pg.Client(config)
  await owner.connect()
  const database = owner.escapeIdentifier(config.database ?? '')
  for (const [name, value] of Object.entries(settings))
    await owner.query(`alter database ${database} set ${name} = '${value}'`)
  await owner.query(
    'select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()',
  )
  await owner.end()
}

/** Listens to the plans of this pool; `owner` says how the owner of its database connects. */
export const createPlanRecorder = async (pool: pg.Pool, owner: pg.ClientConfig): Promise<PlanRecorder> => {
  const plans: Plan[] = []
  pool.on('connect', (client) => client.on('notice', ({ message = '' }) => plans.push(...parsePlans(message))))
  await enableAutoExplain(owner)
  return {
    record: async (callback) => {
      plans.splice(0)
      await callback()
      return plans.splice(0)
    },
  }
}
