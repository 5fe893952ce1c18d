// What other people's tools make of the OpenAPI document: two linters, and a client that is generated from it.
// tools/openapi has the tools.
// @module-tag long
// @module-tag processes
import { execFile } from 'node:child_process'
import { mkdtemp, mkdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { promisify } from 'node:util'
import { assert, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { contract } from '#contract/api.ts'
import { toOpenApi } from '#contract/openapi.ts'
import { installTool } from '#scripts/set-up/install-tool.ts'
import { createTestApp, type TestApp } from '#tests/support/test-app.ts'

const root = join(import.meta.dirname, '../..')
const run = promisify(execFile)

let packages: string
let folder: string
let testApp: TestApp
beforeAll(async () => {
  const tool = await installTool('openapi')
  packages = join(tool, 'node_modules')
  // Below the tool, so that the generated client finds its packages.
  await mkdir(join(tool, 'test-results'), { recursive: true })
  folder = await mkdtemp(join(tool, 'test-results/openapi-'))
  testApp = await createTestApp({ manualClose: true })
  await testApp.fastify.listen({ host: '127.0.0.1', port: testApp.port })
  return async () => {
    await testApp.close()
    await rm(folder, { recursive: true, force: true })
  }
})

const RedoclyReport = z.object({
  problems: z.array(
    z.object({ ruleId: z.string(), message: z.string(), location: z.array(z.object({ pointer: z.string() })) }),
  ),
})

/** Runs a command of a package; the output of one that fails is kept, since a linter fails when it finds something. */
const runTool = async (args: string[]): Promise<string> => {
  const env = { ...process.env, REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true' }
  const result = await run(process.execPath, args, { cwd: folder, env, maxBuffer: 16 * 1024 * 1024 }).catch(
    (error: unknown) => z.object({ stdout: z.string() }).parse(error),
  )
  return result.stdout
}

test('Redocly finds nothing in the document but two calls that only redirect, and a path with an id that no “files” is', async () => {
  const file = join(folder, 'openapi.json')
  await writeFile(file, JSON.stringify(toOpenApi(contract, 'https://motohaat.com.bd')))
  const cli = join(packages, '@redocly/cli/bin/cli.js')
  const report = await runTool([cli, 'lint', file, '--extends=recommended', '--format=json'])
  const { problems } = RedoclyReport.parse(JSON.parse(report))
  const found = problems.map(({ ruleId, location }) => `${ruleId} ${location[0]?.pointer}`)
  expect(found).toEqual([
    'no-ambiguous-paths #/paths/~1papers~1{id}~1openings',
    'operation-2xx-response #/paths/~1auth~1callback~1{provider}/get/responses',
    'operation-2xx-response #/paths/~1payments~1back~1{provider}/post/responses',
  ])
})

test('Spectral finds nothing in the document', async () => {
  const { lintWithSpectral } = await import('#tools/openapi/spectral.mjs')
  const document: object = JSON.parse(JSON.stringify(toOpenApi(contract, 'https://motohaat.com.bd')))
  const results = await lintWithSpectral(document)
  expect(results.map(({ code, path, message }) => `${code} ${path.join('.')}: ${message}`)).toEqual([])
})

/** A program that somebody else would write against the generated types. */
const clientProgram = `
import createClient from 'openapi-fetch'
import type { paths } from './paths.ts'

type Options = { baseUrl: string; token: string; payIntent: (intentId: string) => Promise<unknown> }

/** Lists the bikes on sale, books the first one that can be booked, and pays for it. */
export const listBookAndPay = async ({ baseUrl, token, payIntent }: Options) => {
  const client = createClient<paths>({ baseUrl, headers: { authorization: 'Bearer ' + token } })
  const { data: found } = await client.GET('/bikes', { params: { query: { limit: '20' } } })
  const listed: string[] = []
  for (const bike of found?.bikes ?? []) {
    listed.push(bike.productName)
    const booking = await client.POST('/bookings', {
      body: { producId: bike._id, salePrice: bike.salePrice, contactNumber: '01712345678', meetingLocation: 'Farmgate' },
    })
    if (booking.error) continue
    const bookingId: string = booking.data.insertedId
    const begun = await client.POST('/create-payment-intent', { body: { price: bike.salePrice, bookingId } })
    if (begun.error) throw new Error(begun.error.message)
    const transactionId = begun.data.clientSecret.split('_secret_')[0] ?? ''
    await payIntent(transactionId)
    const email = 'karim@motohaat.test'
    const body = { price: bike.salePrice, transactionId, email, bookingId, productId: bike._id }
    const paid = await client.POST('/payments', { body })
    if (paid.error) throw new Error(paid.error.message)
    const order = await client.GET('/bookings/{id}', { params: { path: { id: bookingId } } })
    return { listed, isPaid: order.data?.paid }
  }
  return { listed, isPaid: undefined }
}
`

/** Uses that the types must refuse, so that a type that allows anything is noticed. */
const wrongProgram = `
import createClient from 'openapi-fetch'
import type { paths } from './paths.ts'
const client = createClient<paths>({ baseUrl: 'http://localhost' })
await client.POST('/bookings', { body: { producId: 1 } })
const { data } = await client.GET('/bookings/{id}', { params: { path: { id: 'x' } } })
data?.priceOfTheBooking
`

/** Type-checks programs beside the generated types as strictly as this project; returns the errors. */
const checkTypes = (...files: string[]): Promise<string> => {
  const tsc = join(root, 'node_modules/typescript/bin/tsc')
  const options = ['--noEmit', '--strict', '--skipLibCheck', '--allowImportingTsExtensions', '--ignoreConfig']
  const target = ['--target', 'es2024', '--module', 'nodenext', '--moduleResolution', 'nodenext', '--lib', 'es2024,dom']
  return runTool([tsc, ...options, ...target, ...files])
}

const isBuyingProgram = (
  program: unknown,
): program is {
  listBookAndPay: (options: object) => Promise<{ listed: string[]; isPaid: boolean | undefined }>
} => typeof program === 'object' && program !== null && 'listBookAndPay' in program

test('a client generated from the document lists, books and pays at the card sandbox', async () => {
  const response = await testApp.fastify.inject('/api/openapi.json')
  await writeFile(join(folder, 'served.json'), response.body)
  await runTool([join(packages, 'openapi-typescript/bin/cli.js'), 'served.json', '--output', 'paths.ts'])
  await writeFile(join(folder, 'client.ts'), clientProgram)
  await writeFile(join(folder, 'wrong.ts'), wrongProgram)
  expect(await checkTypes('client.ts')).toBe('')
  const errors = await checkTypes('wrong.ts')
  expect(errors).toContain("Type 'number' is not assignable to type 'string'")
  expect(errors).toContain("'priceOfTheBooking' does not exist")

  const program: unknown = await import(/* @vite-ignore */ pathToFileURL(join(folder, 'client.ts')).href)
  assert(isBuyingProgram(program))
  const { token } = await testApp.signInAs('karim')
  const baseUrl = `http://127.0.0.1:${testApp.port}/api`
  const { listed, isPaid } = await program.listBookAndPay({ baseUrl, token, payIntent: testApp.payIntent })
  expect(listed.length).toBeGreaterThan(0)
  expect(isPaid).toBe(true)
})
