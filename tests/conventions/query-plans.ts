// The plans of the statements that a pool of connections runs, with what each step really did.
import pg from 'pg'
import { z } from 'zod'

type Step = {
  'Node Type': string
  'Relation Name'?: string | undefined
  'Actual Rows': number
  'Actual Loops': number
  'Rows Removed by Filter'?: number | undefined
  Plans?: Step[] | undefined
}

const Step: z.ZodType<Step> = z.object({
  'Node Type': z.string(),
  'Relation Name': z.string().optional(),
  'Actual Rows': z.number(),
  'Actual Loops': z.number(),
  'Rows Removed by Filter': z.number().optional(),
  get Plans() {
    return z.array(Step).optional()
  },
})
const Explained = z.object({ 'Query Text': z.string(), Plan: Step })

export type Plan = {
  text: string
  /** The steps that read, throw away or sort more rows than `most`, each in words. */
  troubles(most: number): string[]
}

export type Plans = {
  /** The plans of everything that runs meanwhile, the statements of triggers and foreign keys too. */
  during(work: () => Promise<unknown>): Promise<Plan[]>
}

const thrownAwayPages = 10

const stepsOf = (step: Step): Step[] => [step, ...(step.Plans ?? []).flatMap(stepsOf)]

const rowsOf = (step: Step): number => step['Actual Rows'] * step['Actual Loops']
const removedOf = (step: Step): number => (step['Rows Removed by Filter'] ?? 0) * step['Actual Loops']
const sortedOf = (step: Step): number =>
  step['Node Type'].endsWith('Sort') ? Math.max(0, ...(step.Plans ?? []).map(rowsOf)) : 0

const troubleOf = (step: Step, most: number): string[] => {
  const what = `${step['Node Type']}${step['Relation Name'] === undefined ? '' : ` on ${step['Relation Name']}`}`
  const isWhole = step['Node Type'] === 'Seq Scan' && rowsOf(step) + removedOf(step) > most
  if (isWhole) return [`${what}: ${rowsOf(step) + removedOf(step)} rows`]
  // Some rows are thrown away on the way, such as those of other categories; more than that grows with the table.
  if (removedOf(step) > most * thrownAwayPages) return [`${what}: throws ${removedOf(step)} rows away`]
  return sortedOf(step) > most ? [`${what}: ${sortedOf(step)} rows`] : []
}

const planOf = (message: string): Plan[] => {
  const begin = message.indexOf('{')
  if (!/^duration: .* plan:/.test(message) || begin < 0) return []
  const { 'Query Text': text, Plan: plan } = Explained.parse(JSON.parse(message.slice(begin)))
  return [
    {
      text,
      troubles: (most) => stepsOf(plan).flatMap((step) => troubleOf(step, most).map((one) => `${one} (${text})`)),
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
const explainAll = async (where: pg.ClientConfig): Promise<void> => {
  const owner = new pg.Client(where)
  await owner.connect()
  const database = owner.escapeIdentifier(where.database ?? '')
  for (const [name, value] of Object.entries(settings))
    await owner.query(`alter database ${database} set ${name} = '${value}'`)
  await owner.query(
    'select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()',
  )
  await owner.end()
}

/** Listens to the plans of this pool; `owner` says how the owner of its database connects. */
export const openPlans = async (pool: pg.Pool, owner: pg.ClientConfig): Promise<Plans> => {
  const heard: Plan[] = []
  pool.on('connect', (client) => client.on('notice', ({ message = '' }) => heard.push(...planOf(message))))
  await explainAll(owner)
  return {
    during: async (work) => {
      heard.splice(0)
      await work()
      return heard.splice(0)
    },
  }
}
