import type { Chapters } from '../chapters.ts'
import { account } from './account.ts'
import { bikeDetails } from './bike-details.ts'
import { buyer } from './buyer.ts'
import { catalogue } from './catalogue.ts'
import { desk } from './desk.ts'
import { entrance } from './entrance.ts'
import { selling } from './selling.ts'

export const chapters: Chapters = { account, bikeDetails, buyer, catalogue, desk, entrance, selling }
