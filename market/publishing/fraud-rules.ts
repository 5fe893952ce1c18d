// Pure. The rules of publishing: named signs of fraud with points. The sum decides whether an advertisement is published.
import { minPoints, type PublishingRule } from '#contract/cases/publishing-rules.ts'
import { findContactDetails } from '#platform/contact-details/masking.ts'
import { findFraudWords } from './wording.ts'

/** The advertisement: prices in Taka, `year` of registration or else of purchase. */
export type Advertisement = {
  name: string
  description: string | null
  priceTaka: number
  originalPriceTaka: number
  year: number
  kilometres: number | null
}

/** What the shop knows beside the advertisement. */
export type Evidence = {
  thisYear: number
  /** The middle of the range of similar bikes, or else what bikes of this age cost; null where neither is known. */
  usualPriceTaka: number | null
  /** An older advertisement of another member has the same description. */
  isTextOfAnother: boolean
  /** The first picture that an older advertisement of another member also has. */
  pictureOfAnother: string | null
  isFirstOfNewAccount: boolean
  /** Motohaat removed a member who had this number. */
  isNumberOfRemoved: boolean
  /** A mechanic's report was signed with a number or in a browser of the seller. */
  isMechanicSeller: boolean
  /** Between the district of the registration and that of the address; null where one is not known. */
  districtsApartKm: number | null
  /** Another seller advertises a number of this bike. */
  numberOfAnother: 'on sale' | 'waits' | null
  /** A bike with a number of this one was reported as stolen: in the register, at an advertisement, or undecided yet. */
  stolenReport: 'register' | 'advertisement' | 'waits' | null
  /** The SHA-256 of a photo of a paper that another seller shows too. */
  paperOfAnother: string | null
}

/** A rule that fired; `quote` has the words or the number in question. */
export type FiredRule = { rule: PublishingRule; points: number; quote: string | null }

/**
 * What each rule adds. Words that say that a bike was smuggled are enough alone. Everything else needs company: an honest
 * seller may be cheap, new, or have bought from another seller and copied the text. A price below half has 55 points, so
 * that any other sign makes it wait.
 */
export const pointsByRule: Readonly<Record<PublishingRule, number>> = {
  price_far_below: 30,
  border_words: 60,
  auction_words: 40,
  no_papers_words: 40,
  advance_words: 35,
  contact_in_text: 10,
  low_kilometres: 15,
  same_text: 25,
  same_picture: 20,
  first_of_new_account: 5,
  removed_number: 30,
  far_district: 5,
  number_of_another: 60,
  reported_stolen: 60,
  mechanic_is_seller: 40,
  paper_of_another: 60,
}

// Prices of frauds were 35 to 60 % below the usual one; docs/price.md says how few honest prices are.
const minPriceShare = 0.65
const belowHalf = { share: 0.5, points: 55 }
const lowKilometres = { below: 100, fromAgeYears: 3 }
const farKm = 200

const maxQuote = 100

const findContact = (text: string): string | null => {
  const [found] = findContactDetails(text)
  return found ? text.slice(found.start, Math.min(found.end, found.start + maxQuote)) : null
}

/** The rules that an advertisement breaks, each once, with its points. */
export const scoreAdvertisement = (advertisement: Advertisement, evidence: Evidence): FiredRule[] => {
  const { name, description, priceTaka, year, kilometres } = advertisement
  const fired: FiredRule[] = []
  const add = (
    rule: PublishingRule,
    isBroken: boolean,
    quote: string | null = null,
    points = pointsByRule[rule],
  ): void => {
    if (isBroken) fired.push({ rule, points, quote })
  }
  const text = `${name}\n${description ?? ''}`
  const { usualPriceTaka, districtsApartKm } = evidence
  const priceShare = usualPriceTaka === null ? 1 : priceTaka / usualPriceTaka
  const pricePoints = priceShare < belowHalf.share ? belowHalf.points : pointsByRule.price_far_below
  add('price_far_below', priceShare < minPriceShare, String(priceTaka), pricePoints)
  for (const { rule, quote } of findFraudWords(text)) add(rule, true, quote)
  const contact = findContact(text)
  add('contact_in_text', contact !== null, contact)
  const isOld = evidence.thisYear - year >= lowKilometres.fromAgeYears
  add('low_kilometres', isOld && kilometres !== null && kilometres < lowKilometres.below, String(kilometres))
  add('same_text', evidence.isTextOfAnother, description?.slice(0, maxQuote) ?? null)
  add('same_picture', evidence.pictureOfAnother !== null, evidence.pictureOfAnother?.slice(0, maxQuote) ?? null)
  add('first_of_new_account', evidence.isFirstOfNewAccount)
  add('removed_number', evidence.isNumberOfRemoved)
  add('far_district', districtsApartKm !== null && districtsApartKm >= farKm)
  add('number_of_another', evidence.numberOfAnother !== null, evidence.numberOfAnother)
  const stolenQuote = evidence.stolenReport === 'advertisement' ? null : evidence.stolenReport
  add('reported_stolen', evidence.stolenReport !== null, stolenQuote)
  add('mechanic_is_seller', evidence.isMechanicSeller)
  add('paper_of_another', evidence.paperOfAnother !== null, evidence.paperOfAnother)
  return fired
}

export type Outcome = 'publish' | 'warn' | 'wait'

/** What becomes of an advertisement with these points. */
export const getOutcome = (points: number): Outcome => {
  if (points >= minPoints.wait) return 'wait'
  return points >= minPoints.warn ? 'warn' : 'publish'
}

export const sumPoints = (fired: readonly { points: number }[]): number =>
  fired.reduce((sum, { points }) => sum + points, 0)
