import type { homeMessages } from '#web/i18n/en/home.ts'

export type Slide = {
  messageKey: keyof (typeof homeMessages)['en']['slides']
  tone: 'paper' | 'marigold' | 'leaf' | 'ink' | 'clay' | 'river'
  picture: string
  /** Without one the slide leads to selling a bike, for visitors by the registration. */
  to?: string
}

/** The seven slides of the home page (spec §9). They reuse the category photos, so each is downloaded once. */
export const slides: Slide[] = [
  { messageKey: 'prices', tone: 'paper', picture: '/pictures/gixxer-coal.webp', to: '/bikes' },
  { messageKey: 'sell', tone: 'marigold', picture: '/pictures/row-yamaha.webp' },
  { messageKey: 'verified', tone: 'leaf', picture: '/pictures/fzs-river.webp', to: '/#why' },
  { messageKey: 'meet', tone: 'ink', picture: '/pictures/r15-milk.webp', to: '/#why' },
  { messageKey: 'commuters', tone: 'clay', picture: '/pictures/metro-bottle.webp', to: '/bikes?brand=tvs' },
  { messageKey: 'scooters', tone: 'river', picture: '/pictures/rayzr-sky.webp', to: '/bikes?kind=scooter' },
  { messageKey: 'haat', tone: 'paper', picture: '/pictures/row-suzuki.webp', to: '/bikes?brand=suzuki' },
]
