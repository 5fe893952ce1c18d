import type { Words } from '#web/i18n/language.ts'

export type Slide = {
  words: keyof Words['home']['slides']
  tone: 'paper' | 'marigold' | 'leaf' | 'ink' | 'clay' | 'river'
  picture: string
  to: string
}

/** The seven slides of the home page (spec §9). Their photographs are those of the cards, so they are fetched once. */
export const slides: Slide[] = [
  { words: 'prices', tone: 'paper', picture: '/pictures/gixxer-coal.webp', to: '/#advertised' },
  { words: 'sell', tone: 'marigold', picture: '/pictures/row-tvs.webp', to: '/register' },
  { words: 'seal', tone: 'leaf', picture: '/pictures/fzs-river.webp', to: '/#why' },
  { words: 'meet', tone: 'ink', picture: '/pictures/r15-milk.webp', to: '/#why' },
  { words: 'commuters', tone: 'clay', picture: '/pictures/metro-bottle.webp', to: '/categoryDetails/TVS' },
  { words: 'scooters', tone: 'river', picture: '/pictures/rayzr-sky.webp', to: '/categoryDetails/Yamaha' },
  { words: 'haat', tone: 'paper', picture: '/pictures/row-suzuki.webp', to: '/categoryDetails/Suzuki' },
]
