// Pure. What a seller changed in an advertisement, for its moderator.
import type { CaseDetail } from './case-detail.ts'

export type AdvertisementText = Omit<CaseDetail['earlierAdvertisements'][number], 'until'>

/** What an advertisement said until a time, where it said something else afterwards; null where nothing of it changed. */
export type AdvertisementChange = {
  until: string
  productName: string | null
  price: number | null
  location: string | null
  /** Null where it stayed; empty where there was none. */
  description: string | null
}

/** The changes of an advertisement, the newest first. `current` is what it says now, `earlier` what it said, the newest first. */
export const listChanges = (
  current: AdvertisementText,
  earlier: CaseDetail['earlierAdvertisements'],
): AdvertisementChange[] =>
  earlier.map(({ until, ...old }, index) => {
    const next = index === 0 ? current : (earlier[index - 1] ?? current)
    return {
      until,
      productName: old.productName === next.productName ? null : old.productName,
      price: old.price === next.price ? null : old.price,
      location: old.location === next.location ? null : old.location,
      description: old.description === next.description ? null : (old.description ?? ''),
    }
  })
