// The file of prepared payouts for the bank's bulk transfer.
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
  )
