// `npm run check:data`: asks the shop's own database whether everything holds that must always hold.
// It only reads, and may be run while the shop is open.
import { openCards } from '#market/payments/provider.ts'
import { type Config, readConfig, WrongSetting } from '#platform/config/config.ts'
import { PostgresTrouble } from '#platform/embedded-postgres/errors.ts'
import { sandboxKeys } from '#sandbox/sandbox.ts'
import { openBooks } from './database-connection.ts'
import { findBroken, gather, type Invariant, invariantsWithProvider } from './invariants.ts'

const rowsShown = 20

const say = (line: string): void => console.log(line)

const cardsOf = ({ stripe, sandbox, host }: Config) => {
  if (stripe) return openCards(stripe)
  const { hostname, port } = new URL(sandbox.cardsUrl ?? `http://${host}:${sandbox.port}`)
  return openCards({ ...sandboxKeys.stripe, sandbox: { host: hostname, port: Number(port) } })
}

/** Every intent of the provider, or null when it does not answer. */
const askProvider = async (config: Config): Promise<object[] | null> => {
  try {
    return await gather(cardsOf(config).all())
  } catch {
    return null
  }
}

const tell = ({ id, statement }: Invariant, rows: object[]): void => {
  say(`${rows.length === 0 ? 'ok' : 'NO'}  ${id.padEnd(5)} ${statement}`)
  for (const row of rows.slice(0, rowsShown)) say(`          ${JSON.stringify(row)}`)
  if (rows.length > rowsShown) say(`          … and ${rows.length - rowsShown} more`)
}

/** Asks everything and tells it line by line; gives whether all holds. */
const check = async (config: Config): Promise<boolean> => {
  const intents = process.argv.includes('--books-alone') ? null : await askProvider(config)
  const books = await openBooks(config)
  const { client } = books
  try {
    // One picture of the books, so that a sale between two questions is no contradiction.
    await client.query('begin isolation level repeatable read read only')
    const { asked, broken } = await findBroken(client, intents)
    for (const one of asked) tell(one, broken.find(({ invariant }) => invariant === one)?.rows ?? [])
    if (intents === null)
      for (const { id, statement } of invariantsWithProvider)
        say(`??  ${id.padEnd(5)} ${statement} (not asked: the card provider does not answer)`)
    say(broken.length === 0 ? 'All of it holds.' : `${broken.length} of ${asked.length} do not hold.`)
    return broken.length === 0
  } finally {
    await books.close()
  }
}

try {
  process.exitCode = (await check(readConfig())) ? 0 : 1
} catch (error) {
  const isForThePerson = error instanceof WrongSetting || error instanceof PostgresTrouble
  console.error(isForThePerson ? error.message : error)
  process.exitCode = 1
}
