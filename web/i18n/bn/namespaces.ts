import type { Chapters } from '#web/i18n/en/namespaces.ts'
import { account } from './account.ts'
import { astray } from './not-found.ts'
import { essays } from './blog-intro.ts'
import { bikeDetails } from './bike-details.ts'
import { bikePage } from './bike-page.ts'
import { buyer } from './buyer.ts'
import { catalogue } from './catalogue.ts'
import { dashboard } from './dashboard.ts'
import { desk } from './admin.ts'
import { entrance } from './auth.ts'
import { finding } from './search.ts'
import { forms } from './forms.ts'
import { homeBelow } from './home-below-fold.ts'
import { notices } from './alerts.ts'
import { saveSearch } from './save-search.ts'
import { selling } from './selling.ts'
import { worth } from './price-estimates.ts'
import { worthBadge } from './price-badge.ts'

export const chapters: Chapters = {
  account,
  astray,
  essays,
  bikeDetails,
  bikePage,
  buyer,
  catalogue,
  dashboard,
  desk,
  entrance,
  finding,
  forms,
  homeBelow,
  notices,
  saveSearch,
  selling,
  worth,
  worthBadge,
}
