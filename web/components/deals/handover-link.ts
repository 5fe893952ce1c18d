// The link of the buyer's QR code. The code is in the fragment, which browsers send to no server and name in no referrer.
import { toDealPath } from './deal-paths.ts'

const prefix = '#code='

/** The address of the handover page with the scanned code in it; `qr` is what the API answers beside the six digits. */
export const toHandoverLink = ({ origin, dealId, qr }: { origin: string; dealId: string; qr: string }): string =>
  `${origin}${toDealPath(dealId, 'handover')}${prefix}${encodeURIComponent(qr)}`

/** The scanned code in the fragment of an address of the handover page; undefined where there is none, or it is damaged. */
export const parseHandoverFragment = (hash: string): string | undefined => {
  if (!hash.startsWith(prefix)) return undefined
  const code = hash.slice(prefix.length)
  // Characters of base64url and dots; anything else is not from our QR code.
  return /^[\w.-]{1,200}$/.test(code) ? code : undefined
}
