// Pure. Which models are like each other: of the same line, or of the same kind with about the same engine.
import type { modelKinds } from '#contract/catalogue.ts'
import { type AudienceFacts, type AudienceTerm, isForAudience } from './audience.ts'

export type ModelKind = (typeof modelKinds)[number]

/** What models are compared by; `aliases` are normalized. */
export type ModelFacts = {
  brand: string
  family: string | null
  kind: ModelKind
  engineCc: number
  aliases: readonly string[]
} & AudienceFacts

export type Similarity = {
  /** The makes of the same lines as these, with these. */
  findFamily(makeIds: readonly number[]): number[]
  /** The makes of the kind of one of these models whose engine differs from its by at most 15 cc. */
  findAlike(makeIds: readonly number[]): number[]
  /** The makes of a kind. */
  findKind(kind: string): number[]
  /** The makes of the kinds of these models, and with `isNear` of the kinds nearest to them too. */
  findSameKind(makeIds: readonly number[], isNear?: boolean): number[]
  /** The makes of the brands of these models. */
  findBrands(makeIds: readonly number[]): number[]
  /** The makes that fit who a bike is for. */
  findAudience(term: Pick<AudienceTerm, 'audience' | 'minKmPerLitre'>): number[]
}

/** What buyers look at when there is none of a kind. */
const nearestKinds: Record<ModelKind, readonly ModelKind[]> = {
  adventure: ['street'],
  sport: ['street'],
  street: ['sport', 'commuter'],
  cruiser: ['street'],
  commuter: ['street', 'scooter'],
  scooter: ['commuter'],
}

const maxCcApart = 15

/** Compares the models of a catalogue, by make id. */
export const createSimilarity = (modelFacts: ReadonlyMap<number, ModelFacts>): Similarity => {
  const allModels = [...modelFacts].map(([id, facts]) => ({ id, ...facts }))
  const listModels = (makeIds: readonly number[]) => {
    const ids = new Set(makeIds)
    return allModels.filter(({ id }) => ids.has(id))
  }
  return {
    findFamily: (makeIds) => {
      const lines = new Set(
        listModels(makeIds).flatMap(({ brand, family: line }) => (line === null ? [] : [`${brand} ${line}`])),
      )
      const family = allModels.filter(({ brand, family: line }) => line !== null && lines.has(`${brand} ${line}`))
      return [...new Set([...makeIds, ...family.map(({ id }) => id)])]
    },
    findAlike: (makeIds) => {
      const models = listModels(makeIds)
      const alike = allModels.filter((one) =>
        models.some(({ kind, engineCc }) => kind === one.kind && Math.abs(engineCc - one.engineCc) <= maxCcApart),
      )
      return [...new Set([...makeIds, ...alike.map(({ id }) => id)])]
    },
    findKind: (kind) => allModels.filter((one) => one.kind === kind).map(({ id }) => id),
    findSameKind: (makeIds, isNear = false) => {
      const own = listModels(makeIds).map(({ kind }) => kind)
      const kinds = new Set(isNear ? own.flatMap((kind) => [kind, ...nearestKinds[kind]]) : own)
      return [...new Set([...makeIds, ...allModels.filter(({ kind }) => kinds.has(kind)).map(({ id }) => id)])]
    },
    findBrands: (makeIds) => {
      const named = new Set(listModels(makeIds).map(({ brand }) => brand))
      return allModels.filter(({ brand }) => named.has(brand)).map(({ id }) => id)
    },
    findAudience: (term) => allModels.filter((one) => isForAudience(term, one)).map(({ id }) => id),
  }
}

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
