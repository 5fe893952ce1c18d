import { encode } from 'uqr'

/**
 * A text as a QR code: one SVG path with a square per dark module, and the number of modules of a side with the quiet border.
 */
export const toQrPath = (text: string): { path: string; size: number } => {
  const { data, size } = encode(text, { ecc: 'M', border: 4 })
  const path = data.map((row, y) => row.map((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : '')).join('')).join('')
  return { path, size }
}
