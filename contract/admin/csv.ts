// CSV files (RFC 4180) that spreadsheets open.

export type CsvValue = string | number

/**
 * One field. A spreadsheet runs a text as a formula that begins with one of these characters, so such a text gets an
 * apostrophe before it. A number cannot be a formula.
 */
const toField = (value: CsvValue): string => {
  if (typeof value === 'number') return String(value)
  const safe = /^[=+\-@\t\r]/.test(value) ? `'${value}` : value
  return `"${safe.replaceAll('"', '""')}"`
}

/** The file, with a byte order mark so that spreadsheets read Bangla. */
export const toCsv = (columns: readonly string[], rows: readonly (readonly CsvValue[])[]): string =>
  `\uFEFF${[columns, ...rows].map((row) => row.map(toField).join(',')).join('\r\n')}\r\n`
