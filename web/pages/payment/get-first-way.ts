import type { Way, WayOption } from './way-tabs.tsx'

/** The way to pay that is open at first: the first one of the list that takes this amount, else the first one. */
export const getFirstWay = (ways: readonly WayOption[], amountTaka: number): Way =>
  (ways.find(({ max }) => amountTaka <= max) ?? ways[0])?.way ?? 'card'
