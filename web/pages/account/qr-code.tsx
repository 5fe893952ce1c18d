import { encode } from 'uqr'

/** One SVG path with a square per dark module. */
const toPath = (rows: boolean[][]): string =>
  rows.map((row, y) => row.map((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : '')).join('')).join('')

/** A text as a QR code. Dark on light in both themes, because not every camera reads inverted codes. */
export const QrCode = ({ text, label }: { text: string; label: string }) => {
  const { data, size } = encode(text, { ecc: 'M', border: 4 })
  return (
    <svg className="qr" viewBox={`0 0 ${size} ${size}`} role="img" aria-label={label} shapeRendering="crispEdges">
      <path d={toPath(data)} />
    </svg>
  )
}
