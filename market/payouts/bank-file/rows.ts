// Pure. The files of prepared payouts: for the bank's bulk transfer, and for reading in a spreadsheet.
import writeXlsxFile, { type CellObject } from 'write-excel-file/node'
import { toCsv } from '#contract/admin/csv.ts'

export type TransferRow = {
  holderName: string
  /** The account number, decrypted. */
  number: string
  bankName: string
  routingNumber: string
  amountTaka: number
  reference: string
}

/** What the bank writes on both statements. Only A to Z and digits, because banks cut or refuse the rest. */
export const toTransferReference = (payoutId: string): string =>
  `MH${payoutId.replaceAll('-', '').slice(-12).toUpperCase()}`

const columns = ['beneficiary_name', 'account_number', 'bank', 'routing_number', 'amount', 'reference'] as const

/** The file. Amounts have two decimals, as banks write them. */
export const toTransferCsv = (rows: readonly TransferRow[]): string =>
  toCsv(
    columns,
    rows.map(({ holderName, number, bankName, routingNumber, amountTaka, reference }) => [
      holderName,
      number,
      bankName,
      routingNumber,
      amountTaka.toFixed(2),
      reference,
    ]),
    { readBy: 'program' },
  )

const toTextCell = (value: string): CellObject => ({ value, type: String })

// Wide enough for a name and for an account number of 17 digits.
const columnWidths = [32, 22, 32, 16, 14, 18].map((width) => ({ width }))

/**
 * The same as a spreadsheet (Office Open XML). A spreadsheet that opens a CSV file drops zeros at the beginning of a number
 * and everything behind its 15th digit. Here all but the amount are cells of text, which also run no formula.
 */
export const toTransferXlsx = (rows: readonly TransferRow[]): Promise<Buffer> =>
  writeXlsxFile(
    [
      columns.map((name): CellObject => ({ ...toTextCell(name), fontWeight: 'bold' })),
      ...rows.map(({ holderName, number, bankName, routingNumber, amountTaka, reference }) => [
        toTextCell(holderName),
        toTextCell(number),
        toTextCell(bankName),
        toTextCell(routingNumber),
        { value: amountTaka, type: Number, format: '0.00' },
        toTextCell(reference),
      ]),
    ],
    { sheet: 'payouts', columns: columnWidths },
  ).toBuffer()
