import { toQrPath } from './qr-path.ts'

/** A text as a QR code. Dark on light in both themes, because not every camera reads inverted codes. */
export const QrCode = ({ text, label }: { text: string; label: string }) => {
  const { path, size } = toQrPath(text)
  return (
    <svg className="qr" viewBox={`0 0 ${size} ${size}`} role="img" aria-label={label} shapeRendering="crispEdges">
      <path d={path} />
    </svg>
  )
}
