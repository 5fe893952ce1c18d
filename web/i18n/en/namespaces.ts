// Sentences that come with a screen's own code, since most visits need few of them. In Bangla they come all at once.
import type { account } from './account.ts'
import type { astray } from './not-found.ts'
import type { essays } from './blog-intro.ts'
import type { bikeDetails } from './bike-details.ts'
import type { bikePage } from './bike-page.ts'
import type { catalogue } from './catalogue.ts'
import type { dashboard } from './dashboard.ts'
import type { desk } from './admin.ts'
import type { buyer } from './buyer.ts'
import type { entrance } from './auth.ts'
import type { finding } from './search.ts'
import type { forms } from './forms.ts'
import type { homeBelow } from './home-below-fold.ts'
import type { notices } from './alerts.ts'
import type { saveSearch } from './save-search.ts'
import type { selling } from './selling.ts'
import type { worth } from './price-estimates.ts'
import type { worthBadge } from './price-badge.ts'

/** A chapter as its screen brings it: in English, and its name, by which another language has it. */
export type Chapter<Name extends string, Sentences> = { name: Name; en: Sentences }

export const chapter = <Name extends string, Sentences>(name: Name, en: Sentences): Chapter<Name, Sentences> => ({
  name,
  en,
})

/** Every chapter: a new one is named here, and a language that lacks it does not compile. */
export type Chapters = {
  account: (typeof account)['en']
  astray: (typeof astray)['en']
  essays: (typeof essays)['en']
  bikeDetails: (typeof bikeDetails)['en']
  bikePage: (typeof bikePage)['en']
  buyer: (typeof buyer)['en']
  catalogue: (typeof catalogue)['en']
  dashboard: (typeof dashboard)['en']
  desk: (typeof desk)['en']
  entrance: (typeof entrance)['en']
  finding: (typeof finding)['en']
  forms: (typeof forms)['en']
  homeBelow: (typeof homeBelow)['en']
  notices: (typeof notices)['en']
  saveSearch: (typeof saveSearch)['en']
  selling: (typeof selling)['en']
  worth: (typeof worth)['en']
  worthBadge: (typeof worthBadge)['en']
}
