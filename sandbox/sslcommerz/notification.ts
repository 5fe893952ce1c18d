// What SSLCommerz posts to the shop, by itself (IPN) and through the buyer's browser, signed with the store's password.
import { createHash } from 'node:crypto'
import type { Session } from './account.ts'

const md5 = (text: string): string => createHash('md5').update(text).digest('hex')

const formatAmount = (poisha: number): string => (poisha / 100).toFixed(2)

/** Times as SSLCommerz writes them: those of Dhaka. */
export const formatTime = (at: number): string =>
  new Date(at + 6 * 3_600_000).toISOString().slice(0, 19).replace('T', ' ')

/** The fields that the validation, the query and the notification have in common. */
export const describeSession = (session: Session) => ({
  status: session.status === 'VALID' && session.validatedAt !== null ? 'VALIDATED' : session.status,
  tran_date: formatTime(session.paidAt ?? session.createdAt),
  tran_id: session.tranId,
  ...(session.valId !== null && { val_id: session.valId }),
  amount: formatAmount(session.status === 'VALID' ? session.paidPoisha : session.amountPoisha),
  store_amount: formatAmount(Math.round(session.paidPoisha * 0.975)),
  currency: 'BDT',
  bank_tran_id: session.bankTranId ?? '',
  card_type: session.cardType,
  currency_type: 'BDT',
  currency_amount: formatAmount(session.status === 'VALID' ? session.paidPoisha : session.amountPoisha),
  currency_rate: '1.0000',
  value_a: session.valueA,
  risk_title: session.riskLevel === '1' ? 'Not Safe' : 'Safe',
  risk_level: session.riskLevel,
})

/** Signs fields: MD5 of all of them and the MD5 of the password, sorted by name. */
export const signFields = (fields: Record<string, string>, storePassword: string): Record<string, string> => {
  const keys = Object.keys(fields).toSorted()
  const signed: Record<string, string> = { ...fields, store_passwd: md5(storePassword) }
  const text = [...keys, 'store_passwd']
    .toSorted()
    .map((key) => `${key}=${signed[key]}`)
    .join('&')
  return { ...fields, verify_key: keys.join(','), verify_sign: md5(text) }
}

/** The notification about a session. */
export const createNotification = (
  session: Session,
  { storeId, storePassword }: { storeId: string; storePassword: string },
): Record<string, string> => {
  const { status, ...fields } = describeSession(session)
  return signFields({ ...fields, store_id: storeId, status: status === 'VALIDATED' ? 'VALID' : status }, storePassword)
}
