import type { Chapters } from '#web/words/chapters.ts'
import { account } from './account.ts'
import { astray } from './astray.ts'
import { essays } from './essays.ts'
import { bikeDetails } from './bike-details.ts'
import { bikePage } from './bike-page.ts'
import { buyer } from './buyer.ts'
import { catalogue } from './catalogue.ts'
import { dashboard } from './dashboard.ts'
import { desk } from './desk.ts'
import { entrance } from './entrance.ts'
import { finding } from './finding.ts'
import { forms } from './forms.ts'
import { homeBelow } from './home-below.ts'
import { notices } from './notices.ts'
import { saveSearch } from './save-search.ts'
import { selling } from './selling.ts'
import { worth } from './worth.ts'
import { worthBadge } from './worth-badge.ts'

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
