// Which models are like each other: of the same line, or of the same kind with about the same engine.
import type { modelKinds } from '#contract/catalogue.ts'

export type ModelKind = (typeof modelKinds)[number]

/** What models are compared by; `aliases` are normalized. */
export type ModelFacts = {
  brand: string
  family: string | null
  kind: ModelKind
  engineCc: number
  aliases: readonly string[]
}

export type Likeness = {
  /** The makes of the same lines as these, with these. */
  findFamily(makeIds: readonly number[]): number[]
  /** The makes of the kind of one of these models whose engine differs from its by at most 15 cc. */
  findAlike(makeIds: readonly number[]): number[]
  /** The makes of a kind. */
  findKind(kind: string): number[]
}

const maxCcApart = 15

/** Compares the models of a catalogue, by make id. */
export const createLikeness = (modelFacts: ReadonlyMap<number, ModelFacts>): Likeness => {
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
  }
}
