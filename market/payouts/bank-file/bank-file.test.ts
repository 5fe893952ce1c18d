// The files of prepared bank transfers: for the bank, and for reading in a spreadsheet. Read with another library.
import { readXlsx } from 'hucre/xlsx'
import { expect, test } from 'vitest'
import { findPayout, finishDeal, registerCashier } from '#tests/support/money.ts'
import { testPassword } from '#tests/support/selling.ts'
import { createTestApp } from '#tests/support/test-app.ts'
import { toTransferXlsx } from './rules.ts'

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
