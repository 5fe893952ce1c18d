import type { Messages } from '#web/i18n/language.ts'

export type Slide = {
  messageKey: keyof Messages['home']['slides']
  tone: 'paper' | 'marigold' | 'leaf' | 'ink' | 'clay' | 'river'
  picture: string
  to: string
}

/** The seven slides of the home page (spec §9). They reuse the category photos, so each is downloaded once. */
export const slides: Slide[] = [
  { messageKey: 'prices', tone: 'paper', picture: '/pictures/gixxer-coal.webp', to: '/#advertised' },
  { messageKey: 'sell', tone: 'marigold', picture: '/pictures/row-tvs.webp', to: '/register' },
  { messageKey: 'verified', tone: 'leaf', picture: '/pictures/fzs-river.webp', to: '/#why' },
  { messageKey: 'meet', tone: 'ink', picture: '/pictures/r15-milk.webp', to: '/#why' },
  { messageKey: 'commuters', tone: 'clay', picture: '/pictures/metro-bottle.webp', to: '/categoryDetails/TVS' },
  { messageKey: 'scooters', tone: 'river', picture: '/pictures/rayzr-sky.webp', to: '/categoryDetails/Yamaha' },
  { messageKey: 'haat', tone: 'paper', picture: '/pictures/row-suzuki.webp', to: '/categoryDetails/Suzuki' },
]
