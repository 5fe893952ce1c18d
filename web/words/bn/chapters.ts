import type { Chapters } from '../chapters.ts'
import { account } from './account.ts'
import { astray } from './astray.ts'
import { essays } from './essays.ts'
import { bikeDetails } from './bike-details.ts'
import { buyer } from './buyer.ts'
import { catalogue } from './catalogue.ts'
import { dashboard } from './dashboard.ts'
import { desk } from './desk.ts'
import { entrance } from './entrance.ts'
import { forms } from './forms.ts'
import { homeBelow } from './home-below.ts'
import { selling } from './selling.ts'

export const chapters: Chapters = {
  account,
  astray,
  essays,
  bikeDetails,
  buyer,
  catalogue,
  dashboard,
  desk,
  entrance,
  forms,
  homeBelow,
  selling,
}
