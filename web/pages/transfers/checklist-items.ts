// What a side brings to BRTA or does after a sale, by who sold the bike.
import type { transferMessages } from '#web/i18n/en/transfers.ts'

type Texts = (typeof transferMessages)['en']['checklist']
export type ItemName = keyof Texts['items']
export type CaseName = keyof Texts['cases']
export type Side = 'buyer' | 'seller'

const itemsBySide: Record<Side, readonly ItemName[]> = {
  buyer: [
    'smart_card',
    'sale_receipt',
    'form_to',
    'form_specimen',
    'form_tto',
    'nid_copies',
    'photos',
    'affidavits',
    'fee_receipt',
    'the_bike',
  ],
  seller: ['give_card', 'sale_receipt', 'form_tto', 'nid_copies', 'affidavits', 'tell_brta'],
}
const itemsByCase: Record<CaseName, readonly ItemName[]> = {
  person: [],
  company: ['company_letter'],
  heirs: ['heirs_papers'],
  loan: ['bank_release'],
}

/** Who may have sold a bike, in the order of the choice. */
export const saleCases = ['person', 'company', 'heirs', 'loan'] as const satisfies CaseName[]

export const isSaleCase = (text: string): text is CaseName => Object.hasOwn(itemsByCase, text)

/** What this side needs of each sale, and then what this case adds. */
export const listItems = (side: Side, saleCase: CaseName): ItemName[] => [
  ...itemsBySide[side],
  ...itemsByCase[saleCase],
]
