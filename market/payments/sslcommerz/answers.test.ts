// What SSLCommerz posts and answers, read.
import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import {
  CreatedSession,
  readNotification,
  RefundAnswer,
  toPaidIntent,
  toPaymentId,
  toProviderRefund,
  toTransactionId,
  toUnpaidIntent,
  ValidatedPayment,
} from './answers.ts'

const md5 = (text: string): string => createHash('md5').update(text).digest('hex')
const password = 'a store password'
const id = '019a2b3c-4d5e-7f60-8a1b-2c3d4e5f6071'

test('the id of a payment becomes a transaction id of at most 30 characters, and back', () => {
  for (const one of [id, '00000000-0000-7000-8000-000000000000', 'ffffffff-ffff-ffff-ffff-ffffffffffff']) {
    expect(toTransactionId(one)).toMatch(/^[0-9a-z]{10,25}$/)
    expect(toPaymentId(toTransactionId(one))).toBe(one)
  }
  for (const other of ['', 'order-12', 'z'.repeat(25), 'ABC', '1'.repeat(40)])
    expect(toPaymentId(other)).toBeUndefined()
})

const sign = (fields: Record<string, string>, names = Object.keys(fields), secret = password): string => {
  const signed: Record<string, string> = { ...fields, store_passwd: md5(secret) }
  const text = [...names, 'store_passwd']
    .toSorted()
    .map((name) => `${name}=${signed[name]}`)
    .join('&')
  return new URLSearchParams({ ...fields, verify_key: names.join(','), verify_sign: md5(text) }).toString()
}

test('a notification is read only with the signature of the store, over the transaction id', () => {
  const fields = { tran_id: 'abc', status: 'VALID', amount: '100.00', card_issuer: 'A & B = Bank' }
  expect(readNotification(sign(fields), password)).toBe('abc')
  expect(readNotification(sign(fields).replace('abc', 'abd'), password)).toBeNull()
  expect(readNotification(sign(fields, ['status', 'amount']), password)).toBeNull()
  expect(readNotification(sign(fields, undefined, 'another password'), password)).toBeNull()
  expect(readNotification('tran_id=abc&status=VALID', password)).toBeNull()
  expect(readNotification('', password)).toBeNull()
  expect(readNotification('verify_key=tran_id&verify_sign=x&tran_id=abc', password)).toBeNull()
})

test('an answer is none with an id, an address or an amount that is missing or longer than is stored', () => {
  const lengths = [0, 1, 255, 256].map((length) => 'a'.repeat(length))
  const start = 'https://pay.ssl.test/'
  const addresses = [2_048, 2_049].map((length) => start + 'a'.repeat(length - start.length))
  const created = { status: 'SUCCESS', sessionkey: 'k', GatewayPageURL: start }
  const keys = lengths.filter((sessionkey) => CreatedSession.safeParse({ ...created, sessionkey }).success)
  expect(keys.map(({ length }) => length)).toEqual([1, 255])
  const pages = [...addresses, 'http://pay.ssl.test/', 'ftp://pay.ssl.test/', '']
  expect(pages.filter((page) => CreatedSession.safeParse({ ...created, GatewayPageURL: page }).success)).toEqual([
    addresses[0],
    'http://pay.ssl.test/',
  ])

  const refund = { APIConnect: 'DONE', status: 'success' }
  const refs = lengths.filter((refund_ref_id) => RefundAnswer.safeParse({ ...refund, refund_ref_id }).success)
  // A refund that was refused has none.
  expect(refs.map(({ length }) => length)).toEqual([0, 1, 255])

  const paid = { status: 'VALID', tran_id: 'abc', amount: '1499.50', bank_tran_id: 'b1' }
  const isPaid = (changes: object) => ValidatedPayment.safeParse({ ...paid, ...changes }).success
  expect(lengths.filter((bank_tran_id) => isPaid({ bank_tran_id })).map(({ length }) => length)).toEqual([1, 255])
  const amounts = ['0', 1_500, '999999999.99', '1000000000', '1.234', '1,500', '-1', '1e3', '.5', '']
  expect(amounts.filter((amount) => isPaid({ amount }))).toEqual(['0', 1_500, '999999999.99'])
  expect(['VALID', 'VALIDATED', 'FAILED', 'valid'].filter((status) => isPaid({ status }))).toEqual([
    'VALID',
    'VALIDATED',
  ])
})

test('a refund waits for its end, also in words that are not known, because a new one could go out twice', () => {
  const read = (status: string) =>
    toProviderRefund({ APIConnect: 'DONE', status }, { amountPoisha: 100, refundId: 'r1' })
  expect(read('refunded')).toMatchObject({ status: 'succeeded', failure: null })
  for (const status of ['success', 'processing', 'A NEW STATUS'])
    expect(read(status)).toMatchObject({ status: 'pending', failure: null })
  for (const status of ['failed', 'CANCELLED'])
    expect(read(status)).toMatchObject({ status: 'failed', failure: status })
})

test('a transaction has ended only when each of its tries has', () => {
  const read = (...statuses: string[]) => {
    const { status, failure } = toUnpaidIntent(
      'abc',
      statuses.map((one) => ({ status: one, tran_id: 'abc' })),
    )
    return { status, failure }
  }
  expect(read()).toEqual({ status: 'open', failure: null })
  expect(read('FAILED')).toEqual({ status: 'canceled', failure: 'refused' })
  expect(read('FAILED', 'CANCELLED')).toEqual({ status: 'canceled', failure: 'cancelled' })
  expect(read('FAILED', 'PENDING')).toEqual({ status: 'open', failure: null })
  expect(read('PENDING', 'FAILED')).toEqual({ status: 'open', failure: null })
  expect(read('A NEW STATUS')).toEqual({ status: 'open', failure: null })
})

test('a payment that is not surely safe is doubted, and its currency is the one that was asked for', () => {
  const paid = { status: 'VALID', tran_id: toTransactionId(id), amount: '1499.50', bank_tran_id: 'b1' } as const
  expect(toPaidIntent({ ...paid, risk_level: '0', currency_type: 'BDT' })).toMatchObject({
    paymentId: id,
    amountTaka: 1_499.5,
    currency: 'bdt',
    isRisky: false,
  })
  expect(toPaidIntent({ ...paid, risk_level: '1', currency_type: 'USD', currency: 'BDT' })).toMatchObject({
    currency: 'usd',
    isRisky: true,
  })
})

test('what SSLCommerz keeps is the amount without what is left, and unknown where its answer cannot be', () => {
  const getCharge = (left?: unknown) => {
    const answer = { status: 'VALID', tran_id: 'abc', amount: '1500.00', bank_tran_id: 'b1', store_amount: left }
    return toPaidIntent(ValidatedPayment.parse(answer)).chargePoisha
  }
  expect(['1462.50', 1_499.99, '1500.00'].map(getCharge)).toEqual([3_750, 1, 0])
  expect(['1500.01', 'much', '-1', undefined].map(getCharge)).toEqual([undefined, undefined, undefined, undefined])
})
