// The file of prepared payouts for the bank's bulk transfer.

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

/**
 * One field of the file. A spreadsheet runs a text as a formula that begins with one of these characters, so such a text
 * gets an apostrophe before it; numbers of accounts are written as they are, because they have digits only.
 */
const toField = (text: string): string => {
  const safe = /^[=+\-@\t\r]/.test(text) ? `'${text}` : text
  return `"${safe.replaceAll('"', '""')}"`
}

/** The CSV (RFC 4180) with a byte order mark, so that spreadsheets read Bangla names. */
export const toTransferCsv = (rows: readonly TransferRow[]): string => {
  const lines = rows.map(({ holderName, number, bankName, routingNumber, amountTaka, reference }) =>
    [holderName, number, bankName, routingNumber, amountTaka.toFixed(2), reference].map(toField).join(','),
  )
  return `\uFEFF${[columns.join(','), ...lines].join('\r\n')}\r\n`
}
