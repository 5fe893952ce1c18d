// What a printed sale receipt says, in the order in which it is read.
import type { z } from 'zod'
import type { SaleReceipt } from '#contract/transfers/transfers.ts'
import { englishFormat } from '#web/i18n/format.ts'
import { banglaTimes } from '#web/i18n/bn/deal-times.ts'
import { englishTimes } from '#web/i18n/deal-times.ts'
import { banglaFormat } from '#web/i18n/format-bangla.ts'
import { receiptTexts, type ReceiptText } from '#web/pages/transfers/sale-receipt-texts.ts'

type Receipt = z.output<typeof SaleReceipt>

/** A label in both languages, before what is printed or written after it. */
const label = (text: ReceiptText): string[] => [receiptTexts[text][0], '/', receiptTexts[text][1], ':']

const listPartyParts = (text: 'seller' | 'buyer', { name, address }: Receipt['seller']): string[] => [
  ...receiptTexts[text],
  ...(name === null ? label('name') : [name]),
  ...label('father'),
  ...(address === null ? label('address') : [address]),
  ...label('nid'),
]

const listWitnessParts = (text: 'witness1' | 'witness2'): string[] => [
  ...receiptTexts[text],
  ...(['name', 'address', 'mobile'] as const).flatMap(label),
]

const heading = (text: ReceiptText): string[] => [receiptTexts[text][0], '/', receiptTexts[text][1]]

const listParts = (receipt: Receipt): string[] => {
  const day = receipt.soldOn.split('-').reverse().join('/')
  const taka = (amount: number) => [englishFormat.taka(amount), '/', banglaFormat.taka(amount)]
  return [
    ...receiptTexts.title,
    ...label('date'),
    day,
    '·',
    banglaFormat.digits(day),
    ...(receipt.handedOverAt === null
      ? []
      : [...label('handover'), englishTimes.clock(receipt.handedOverAt), '·', banglaTimes.clock(receipt.handedOverAt)]),
    ...label('place'),
    ...receiptTexts.stamp,
    ...(receipt.stamp.amount === null ? [] : taka(receipt.stamp.amount)),
    ...heading('parties'),
    ...listPartyParts('seller', receipt.seller),
    ...listPartyParts('buyer', receipt.buyer),
    ...heading('motorcycle'),
    ...receiptTexts.model,
    receipt.productName,
    ...receiptTexts.registration,
    receipt.registration ?? '',
    ...receiptTexts.chassis,
    receipt.chassis ?? '',
    ...receiptTexts.engine,
    receipt.engine ?? '',
    ...heading('price'),
    ...receiptTexts.figures,
    ...taka(receipt.price),
    ...receiptTexts.words,
    receipt.words.en,
    receipt.words.bn,
    ...receiptTexts.statement,
    ...receiptTexts.sellerSigns,
    ...receiptTexts.buyerSigns,
    ...listWitnessParts('witness1'),
    ...listWitnessParts('witness2'),
    ...(receipt.receiptNumber === null ? [] : [...label('paymentReceipt'), receipt.receiptNumber, '·']),
    ...heading('foot'),
  ]
}

/** The whole text of the printed sheet with these values, whatever space stands between its parts. */
export const toPrintedPattern = (receipt: Receipt): RegExp => {
  const parts = listParts(receipt).map((part) =>
    part.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`).replaceAll(/\s/g, String.raw`\s+`),
  )
  return new RegExp(String.raw`^\s*${parts.join(String.raw`\s*`)}\s*$`)
}
