// Descriptions of generated bikes in the language their sellers write.
import { bangla } from './bangla.ts'
import { banglish } from './banglish.ts'
import { english } from './english.ts'
import { colourNames, type Colour } from '../colours.ts'
import type { Sentences } from './sentences.ts'

export const languages = ['en', 'bn', 'banglish'] as const
export type Language = (typeof languages)[number]

type Listing = { model: string; colour: Colour; kilometres: number; ageYears: number; location: string; owners: number }

const sentencesByLanguage: Record<Language, Sentences> = { en: english, bn: bangla, banglish }

const formatters = {
  en: new Intl.NumberFormat('en-IN'),
  banglish: new Intl.NumberFormat('en-IN'),
  bn: new Intl.NumberFormat('bn-BD'),
}

const formatYears = (language: Language, years: number): string => {
  if (language === 'bn') return `${formatters.bn.format(years)} বছর`
  if (language === 'banglish') return `${years} bochor`
  return years === 1 ? 'one year' : `${years} years`
}

/**
 * Writes the description of a bike.
 * @param index how many descriptions in this language there are before this one; it chooses the sentences
 */
export const createDescription = (language: Language, index: number, listing: Listing): string => {
  const { opening, state, papers, reason } = sentencesByLanguage[language]
  const facts = {
    model: listing.model,
    owners: listing.owners,
    colour: colourNames[listing.colour][language === 'bn' ? 'bn' : 'en'],
    kilometres: formatters[language].format(listing.kilometres),
    years: formatYears(language, listing.ageYears),
    place: listing.location.split(',')[0] ?? listing.location,
  }
  return [opening, state, papers, reason]
    .flatMap((sentences) => sentences[index % sentences.length]?.(facts) ?? [])
    .map((sentence) => sentence.charAt(0).toUpperCase() + sentence.slice(1))
    .join(' ')
}
