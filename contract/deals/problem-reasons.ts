// What a reported problem is about. Without zod, because pages import it.

/** What a person chooses, in the order of the form. */
export const problemChoices = [
  'not_as_described',
  'not_handed_over',
  'papers',
  'numbers_different',
  'damaged',
  'other',
] as const

/** All of them. Nobody chooses `contradiction`, the shop's own, and `handed_over_without_code`, an act of the seller. */
export const problemReasons = [...problemChoices, 'contradiction', 'handed_over_without_code'] as const
