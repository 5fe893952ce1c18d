// Pure. The six digits that the buyer reads aloud before keys and papers change hands; its numbers are in contract/deals/handover-code.ts.
// protected-money, "Code".
import {
  codeLockMinutes,
  codeTriesBeforeClosed,
  codeTriesBeforeLock,
  codeTriesBeforeNewCode,
} from '#contract/deals/handover-code.ts'
import { addMs, minuteMs } from '#contract/time/durations.ts'
import { createHmac, timingSafeEqual } from 'node:crypto'

const lockMs = codeLockMinutes * minuteMs

/** The HMAC of a text with the key of a purpose, which is derived from the secret. */
export const derive = (secret: string, purpose: string, text: string): Buffer =>
  createHmac('sha256', createHmac('sha256', secret).update(`motohaat ${purpose}`).digest())
    .update(text)
    .digest()

/** The code of a deal: six digits that only the holder of the secret can compute. */
export const computeCode = (secret: string, { dealId, version }: { dealId: string; version: number }): string =>
  String(derive(secret, 'handover code', `${dealId}.${version}`).readUIntBE(0, 6) % 1_000_000).padStart(6, '0')

/** What the QR code says: the seller may scan it without a network and send it later. */
export const computeQr = (secret: string, { dealId, version }: { dealId: string; version: number }): string =>
  `${dealId}.${version}.${derive(secret, 'handover qr', `${dealId}.${version}`).toString('base64url')}`

/** Compares in constant time. */
export const isSame = (one: string, other: string): boolean => {
  const [left, right] = [Buffer.from(one), Buffer.from(other)]
  return left.length === right.length && timingSafeEqual(left, right)
}

/** Whether a typed code or a scanned QR code belongs to this deal; compared in constant time. */
export const isRightCode = (secret: string, code: { dealId: string; version: number }, typed: string): boolean => {
  const digits = typed.replace(/[\s-]/g, '').replace(/[০-৯]/g, (digit) => String(digit.charCodeAt(0) - 0x09e6))
  const isDigitsRight = isSame(digits, computeCode(secret, code))
  const isQrRight = isSame(typed.trim(), computeQr(secret, code))
  return isDigitsRight || isQrRight
}

type CodeState = { version: number; tries: number; wrongInAll: number; lockedUntil: Date | null; closedAt: Date | null }

/**
 * The state of the code after one more wrong try. After some it is locked for a while, after more there is a new code, and after
 * some in all it is closed until the admin opens it again.
 */
export const countWrongTry = (
  { version, tries, wrongInAll }: Omit<CodeState, 'lockedUntil' | 'closedAt'>,
  now: Date,
): CodeState & { isNewCode: boolean } => {
  const count = tries + 1
  const isNewCode = count >= codeTriesBeforeNewCode
  const isClosed = wrongInAll + 1 >= codeTriesBeforeClosed
  return {
    version: isNewCode ? version + 1 : version,
    tries: isNewCode ? 0 : count,
    lockedUntil: count % codeTriesBeforeLock === 0 ? addMs(now, lockMs) : null,
    wrongInAll: wrongInAll + 1,
    closedAt: isClosed ? now : null,
    isNewCode,
  }
}
