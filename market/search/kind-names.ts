// Pure. What buyers type for a kind of bike, in three scripts.
import type { ModelKind } from './similar-models.ts'

/** How buyers call the kinds of bikes. */
export const kindNames: Readonly<Record<ModelKind, readonly string[]>> = {
  scooter: ['scooter', 'scooters', 'scooty', 'skooty', 'scootie', 'scuter', 'skuti', 'স্কুটার', 'স্কুটি', 'স্কুটী'],
  commuter: ['commuter', 'commuter bike', 'office bike', 'কমিউটার'],
  street: ['naked', 'naked bike', 'naked sports', 'street bike', 'streetfighter', 'নেকেড'],
  sport: ['sport', 'sports', 'sports bike', 'sportsbike', 'racing bike', 'racing', 'স্পোর্টস', 'স্পোর্ট', 'রেসিং'],
  cruiser: ['cruiser', 'cruiser bike', 'chopper', 'ক্রুজার', 'ক্রুইজার'],
  adventure:
    `adventure, adventure bike, off road, offroad, off road bike, offroader, dirt bike, trail bike, dual sport, adventar, advencher,
    kacha rasta, kancha rasta, kacha rastar, pahari rasta, pahari rastar, pahar, paharer, অ্যাডভেঞ্চার, এডভেঞ্চার, অফরোড, অফ রোড, কাঁচা রাস্তা,
    কাঁচা রাস্তার, পাহাড়ি রাস্তা, পাহাড়ি রাস্তার, পাহাড়, পাহাড়ে`.split(/\s*,\s*/u),
}
