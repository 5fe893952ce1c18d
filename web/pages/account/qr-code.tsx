import { encode } from 'uqr'

/** Each dark square as a step of one path. */
const toPath = (rows: boolean[][]): string =>
  rows.map((row, y) => row.map((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : '')).join('')).join('')

/** A text as a QR code: dark on light in both themes, since not every camera reads the opposite. */
export const QrCode = ({ text, label }: { text: string; label: string }) => {
  const { data, size } = encode(text, { ecc: 'M', border: 4 })
  return (
    <svg className="qr" viewBox={`0 0 ${size} ${size}`} role="img" aria-label={label} shapeRendering="crispEdges">
      <path d={toPath(data)} />
    </svg>
  )
}
