// What bKash answers, read: which answers are none, and what a payout has come to.
import { describe, expect, test } from 'vitest'
import type { z } from 'zod'
import {
  CreatedPayment,
  formatAmount,
  KnownPayment,
  parsePoisha,
  PayoutAnswer,
  RefundAnswer,
  RefundList,
  Token,
  toNewIntent,
  toProviderPayout,
} from './answers.ts'

const id = '019a2b3c-4d5e-7f60-8a1b-2c3d4e5f6071'
const created = { paymentID: 'TR0011', bkashURL: 'https://pay.bkash.test/TR0011', amount: '1500.00', currency: 'BDT' }
const known = { paymentID: 'TR0011', transactionStatus: 'Completed', amount: '1500.00', currency: 'BDT', trxID: 'T1' }
const payout = { trxID: 'T1', transactionStatus: 'Completed', amount: '1500.00', merchantInvoiceNumber: id }
const refund = { refundTrxID: 'R1', transactionStatus: 'Completed', amount: '1500.00' }

/** Which of these values of a field make an answer that is read. */
const listRead = <Value>(schema: z.ZodType, answer: object, field: string, values: readonly Value[]): Value[] =>
  values.filter((value) => schema.safeParse({ ...answer, [field]: value }).success)

const text = (length: number): string => 'a'.repeat(length)
const toUrl = (length: number, start = 'https://pay.bkash.test/'): string => start + text(length - start.length)

describe('an answer is none', () => {
  test('without the id of what it is about, or with a longer one than is stored', () => {
    const lengths = [0, 1, 120, 121, 255, 256]
    const read = (schema: z.ZodType, answer: object, field: string) =>
      listRead(schema, answer, field, lengths.map(text)).map(({ length }) => length)
    expect(read(CreatedPayment, created, 'paymentID')).toEqual([1, 120, 121, 255])
    expect(read(PayoutAnswer, payout, 'trxID')).toEqual([1, 120])
    for (const field of ['paymentID', 'trxID']) expect(read(KnownPayment, known, field)).toEqual([1, 120, 121, 255])
    expect(read(RefundAnswer, refund, 'refundTrxID')).toEqual([1, 120, 121, 255])
    const list = lengths.map((length) => ({ refundTransactions: [{ ...refund, refundTrxID: text(length) }] }))
    expect(list.map((answer) => RefundList.safeParse(answer).success)).toEqual([false, true, true, true, true, false])
  })

  test('with an address of the payment page that is none of the web, or longer than is stored', () => {
    const addresses = [toUrl(2_048), toUrl(2_049), 'http://pay.bkash.test/', 'ftp://pay.bkash.test/', 'TR0011', '']
    expect(listRead(CreatedPayment, created, 'bkashURL', addresses)).toEqual([addresses[0], addresses[2]])
  })

  test('with an amount that is not one of Taka with at most two decimals', () => {
    const amounts = ['0', '1500', '1500.5', '999999999.99', '1000000000', '1.234', '1,500', '-1', '1e3', ' 1', '.5', '']
    for (const [schema, answer] of [
      [CreatedPayment, created],
      [KnownPayment, known],
      [RefundAnswer, refund],
      [PayoutAnswer, payout],
    ] as const)
      expect(listRead(schema, answer, 'amount', amounts)).toEqual(['0', '1500', '1500.5', '999999999.99'])
  })

  test('with a token that is empty, or is over at once', () => {
    const token = { id_token: 'a', refresh_token: 'b', expires_in: 3_600 }
    for (const field of ['id_token', 'refresh_token']) expect(listRead(Token, token, field, ['', 'a'])).toEqual(['a'])
    expect(listRead(Token, token, 'expires_in', [3_600, '3600', 1, 0, -1, 'soon'])).toEqual([3_600, '3600', 1])
  })
})

test('an amount is the same in poisha, and back', () => {
  for (const poisha of [1, 10, 29, 115, 150_050, 99_999_999_999]) expect(parsePoisha(formatAmount(poisha))).toBe(poisha)
  expect([formatAmount(150_000), parsePoisha('1500.5')]).toEqual(['1500.00', 150_050])
})

test('a payment that was just created is open, of our id, and has the page where the buyer pays', () => {
  expect(toNewIntent(created, id)).toMatchObject({
    id: 'TR0011',
    paymentId: id,
    status: 'open',
    amountTaka: 1_500,
    currency: 'bdt',
    redirectUrl: created.bkashURL,
    dispute: null,
    isRefunded: false,
  })
})

test('a payout is sent or failed only in an answer about it, with a status that says so', () => {
  const read = (transactionStatus: string) => toProviderPayout({ ...payout, transactionStatus }, id)
  expect(read('Completed')).toEqual({ status: 'succeeded', amountPoisha: 150_000, transactionId: 'T1' })
  for (const status of ['Failed', 'Cancelled', 'Reversed'])
    expect(read(status)).toEqual({ status: 'failed', failure: `bKash says: ${status}` })
  for (const status of ['Initiated', 'Pending', 'Not completed', ''])
    expect(read(status)).toEqual({ status: 'unknown' })
  expect(toProviderPayout({ ...payout, merchantInvoiceNumber: 'another' }, id)).toEqual({ status: 'unknown' })
})
