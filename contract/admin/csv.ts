// CSV files (RFC 4180) that spreadsheets open.

export type CsvValue = string | number

/**
 * Whether a spreadsheet may run the text as a formula: it begins with one of four characters in any of their widths, with
 * nothing or only spaces and invisible marks before it, or with a character that ends a field or a line.
 */
const isFormula = (text: string): boolean =>
  /^[\t\r\n]/.test(text) || /^[\s\p{Cf}]*[=+\-@]/u.test(text.slice(0, 40).normalize('NFKC'))

/** One field. A text that could be a formula gets an apostrophe before it; a number cannot be one. */
const toField = (value: CsvValue): string => {
  if (typeof value === 'number') return String(value)
  const safe = isFormula(value) ? `'${value}` : value
  return `"${safe.replaceAll('"', '""')}"`
}

/** The file, with a byte order mark so that spreadsheets read Bangla. */
export const toCsv = (columns: readonly string[], rows: readonly (readonly CsvValue[])[]): string =>
  `\uFEFF${[columns, ...rows].map((row) => row.map(toField).join(',')).join('\r\n')}\r\n`
