// CSV files (RFC 4180) that spreadsheets open.

export type CsvValue = string | number

/**
 * Whether a spreadsheet may run the text as a formula: it begins with one of four characters in any of their widths, with
 * nothing or only spaces and invisible marks before it, or with a character that ends a field or a line.
 */
const isFormula = (text: string): boolean =>
  /^[\t\r\n]/.test(text) || /^[\s\p{Cf}]*[=+\-@]/u.test(text.slice(0, 40).normalize('NFKC'))

// A spreadsheet shows a longer number as a power of ten, and rounds one of more than 15 digits.
const maxShownDigits = 11

/**
 * Whether a spreadsheet reads the text as a number that looks different: it drops zeros at the beginning, and takes an E
 * between digits for a power of ten. References of payments look like that.
 */
const isChangedNumber = (text: string): boolean => {
  const number = text
    .slice(0, 40)
    .normalize('NFKC')
    .replaceAll(/[\s\p{Cf}]/gu, '')
  if (!/^\d*\.?\d+(?:e[+-]?\d+)?$/i.test(number)) return false
  return number.length > maxShownDigits || String(Number(number)) !== text
}

type Options = {
  /** `spreadsheet` by default. A program, such as that of a bank, gets numbers of accounts as they are. */
  readBy?: 'spreadsheet' | 'program'
}

/** One field. A text that could be a formula, or that a spreadsheet would change, gets an apostrophe before it. */
const toField = (value: CsvValue, { readBy = 'spreadsheet' }: Options): string => {
  if (typeof value === 'number') return String(value)
  const needsMark = isFormula(value) || (readBy === 'spreadsheet' && isChangedNumber(value))
  return `"${(needsMark ? `'${value}` : value).replaceAll('"', '""')}"`
}

/** The file, with a byte order mark so that spreadsheets read Bangla. */
export const toCsv = (
  columns: readonly string[],
  rows: readonly (readonly CsvValue[])[],
  options: Options = {},
): string =>
  `\uFEFF${[columns, ...rows].map((row) => row.map((value) => toField(value, options)).join(',')).join('\r\n')}\r\n`
