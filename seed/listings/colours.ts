/** The colours of bikes and their names in texts. */
export const colourNames = {
  black: { en: 'black', bn: 'কালো' },
  red: { en: 'red', bn: 'লাল' },
  maroon: { en: 'maroon', bn: 'মেরুন' },
  blue: { en: 'blue', bn: 'নীল' },
  sky: { en: 'sky blue', bn: 'আকাশি' },
  white: { en: 'white', bn: 'সাদা' },
  silver: { en: 'silver', bn: 'সিলভার' },
  grey: { en: 'grey', bn: 'ধূসর' },
  green: { en: 'green', bn: 'সবুজ' },
  olive: { en: 'olive', bn: 'জলপাই রঙের' },
  yellow: { en: 'yellow', bn: 'হলুদ' },
  orange: { en: 'orange', bn: 'কমলা' },
} as const

export type Colour = keyof typeof colourNames
