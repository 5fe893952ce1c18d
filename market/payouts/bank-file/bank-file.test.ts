// The files of prepared bank transfers: for the bank, and for reading in a spreadsheet. Read with another library.
import { readXlsx } from 'hucre/xlsx'
import { describe, expect, test } from 'vitest'
import { findPayout, finishDeal, registerCashier, setDestination } from '#tests/support/money.ts'
import { queryAsOwner } from '#tests/support/owner-connection.ts'
import { getMemberId, testPassword } from '#tests/support/selling.ts'
import { createTestApp } from '#tests/support/test-app.ts'
import { toTransferXlsx } from './rows.ts'

const readCells = async (file: Uint8Array) => {
  const { sheets } = await readXlsx(file, { readStyles: true })
  const [sheet] = sheets
  return { names: sheets.map(({ name }) => name), rows: sheet?.rows ?? [], cells: [...(sheet?.cells?.values() ?? [])] }
}

const transfer = {
  holderName: 'Rahim Uddin',
  number: '00123456789012345',
  bankName: 'সোনালী ব্যাংক, মতিঝিল',
  routingNumber: '020026123',
  amountTaka: 4_470,
  reference: 'MH0012',
}

test('the spreadsheet has each number of an account as it is: 17 digits, and zeros at its beginning', async () => {
  const { names, rows } = await readCells(
    await toTransferXlsx([transfer, { ...transfer, number: '99999999999999999' }]),
  )
  expect(names).toEqual(['payouts'])
  expect(rows).toEqual([
    ['beneficiary_name', 'account_number', 'bank', 'routing_number', 'amount', 'reference'],
    ['Rahim Uddin', '00123456789012345', 'সোনালী ব্যাংক, মতিঝিল', '020026123', 4_470, 'MH0012'],
    ['Rahim Uddin', '99999999999999999', 'সোনালী ব্যাংক, মতিঝিল', '020026123', 4_470, 'MH0012'],
  ])
})

test('no cell of the spreadsheet is a formula, whatever it begins with', async () => {
  const signs = ['=', '+', '-', '@', '＝', '＋', '－', '＠']
  const written = signs.map((sign) => `${sign}HYPERLINK("http://x")`)
  const { rows, cells } = await readCells(
    await toTransferXlsx(written.map((text) => ({ ...transfer, holderName: text, bankName: text, reference: text }))),
  )
  for (const column of [0, 2, 5]) expect(rows.slice(1).map((row) => row[column])).toEqual(written)
  for (const { formula } of cells) expect(formula).toBeUndefined()
})

test('the spreadsheet has the transfers of the file for the bank, for cashiers alone', async () => {
  const testApp = await createTestApp()
  const cashier = await registerCashier(testApp)
  const deal = await finishDeal(testApp)
  const { number, bankName, routingNumber, holderName } = transfer
  await deal.seller('PUT /payouts/destination', {
    body: { kind: 'bank', number, holderName, bankName, routingNumber, password: testPassword },
  })
  const { id } = await findPayout(testApp, deal.id)
  await cashier('PUT /payouts/:id', { params: { id }, body: { act: 'prepare' } })
  const get = (url: string, token: string) =>
    testApp.fastify.inject({ url, headers: token ? { authorization: `Bearer ${token}` } : {} })
  for (const url of ['/api/payouts.csv', '/api/payouts.xlsx']) {
    expect((await get(url, '')).statusCode).toBe(401)
    expect((await get(url, deal.seller.token)).statusCode).toBe(403)
    expect((await get(url, deal.buyer.token)).statusCode).toBe(403)
  }
  const file = await get('/api/payouts.xlsx', cashier.token)
  expect(file.headers).toMatchObject({
    'content-type': 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
    'content-disposition': 'attachment; filename="payouts.xlsx"',
    'cache-control': 'no-store',
  })
  const { rows } = await readCells(file.rawPayload)
  const reference = `MH${id.replaceAll('-', '').slice(-12).toUpperCase()}`
  expect(rows.slice(1)).toEqual([[holderName, number, bankName, routingNumber, 4_470, reference]])
  expect((await get('/api/payouts.csv', cashier.token)).payload).toContain(`"${number}"`)
})

describe('the audit log of the files', () => {
  /** An app with a cashier and this many prepared bank transfers, each of another seller. */
  const prepareTransfers = async (count: number) => {
    const testApp = await createTestApp()
    const cashier = await registerCashier(testApp)
    const prepareOne = async () => {
      const deal = await finishDeal(testApp)
      await setDestination(deal, transfer.number)
      const { id } = await findPayout(testApp, deal.id)
      await cashier('PUT /payouts/:id', { params: { id }, body: { act: 'prepare' } })
      return { id, deal, sellerId: await getMemberId(testApp, deal.seller) }
    }
    const prepared: Awaited<ReturnType<typeof prepareOne>>[] = []
    while (prepared.length < count) prepared.push(await prepareOne())
    const download = (fileName: string, token = cashier.token) =>
      testApp.fastify.inject({ url: `/api/${fileName}`, headers: { authorization: `Bearer ${token}` } })
    const listShown = async () => {
      const { rows } = await testApp.db.$client.query<{ actor: string; member_id: string; details: object }>(
        `select actor, member_id, request_id, host(address) as address, details from audit
         where what = 'account_number_shown' order by id`,
      )
      return rows
    }
    return { testApp, cashier, prepared, download, listShown }
  }

  test.each(['payouts.csv', 'payouts.xlsx'])(
    'says of each payout in %s who downloaded its account number, and nothing of whoever is refused',
    async (file) => {
      const { testApp, cashier, prepared, download, listShown } = await prepareTransfers(2)
      expect((await download(file, prepared[0]?.deal.seller.token)).statusCode).toBe(403)
      expect(await listShown()).toEqual([])
      const { headers, statusCode } = await download(file)
      expect(statusCode).toBe(200)
      const entry = {
        actor: await getMemberId(testApp, cashier),
        request_id: headers['x-request-id'],
        address: '127.0.0.1',
      }
      const about = { amountTaka: 4_470, kind: 'bank', last4: transfer.number.slice(-4), file }
      expect(await listShown()).toEqual(
        prepared.map(({ id, deal, sellerId }) => ({
          ...entry,
          member_id: sellerId,
          details: { ...about, payoutId: id, dealId: deal.id },
        })),
      )
      await download(file)
      expect(await listShown()).toHaveLength(4)
    },
  )

  test('comes before the numbers: without the entries there is no file', async () => {
    const { testApp, download, listShown } = await prepareTransfers(1)
    const call = 'function record_account_numbers_in_file'
    await queryAsOwner(testApp, `revoke execute on ${call} from motohaat_app`)
    try {
      const refused = await download('payouts.csv')
      expect(refused.statusCode).toBe(500)
      expect(refused.payload).not.toContain(transfer.number)
    } finally {
      await queryAsOwner(testApp, `grant execute on ${call} to motohaat_app`)
    }
    expect(await listShown()).toEqual([])
  })

  test('has no entry of a payout without an account, and the server writes none in another way', async () => {
    const { testApp, prepared, listShown } = await prepareTransfers(1)
    const record = (ids: (string | undefined)[]) =>
      testApp.db.$client.query('select record_account_numbers_in_file($1::uuid[], $2)', [ids, 'payouts.csv'])
    const absent = '01900000-0000-7000-8000-000000000000'
    await expect(record([prepared[0]?.id, absent])).rejects.toThrow(/has no account number to show/)
    expect(await listShown()).toEqual([])
    await expect(record([])).resolves.toBeDefined()
  })
})
