// Catalogue suggestions for the brand and model fields.
import type { z } from 'zod'
import type { Brand as BrandShape, Model as ModelShape } from '#contract/catalogue.ts'

export type Brand = z.output<typeof BrandShape>
export type Model = z.output<typeof ModelShape>

type Named = { name: string; nameBn: string | null; aliases: string[] }

// The server compares names the same way: without case, spaces, dots and dashes.
const normalizeName = (name: string): string =>
  name
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[\s.,_'’-]+/g, '')

/** Finds the entry for a typed name: by exact name first, then by Bangla name or alias. */
const findByName = <Entry extends Named>(entries: readonly Entry[], typedName: string): Entry | undefined => {
  const normalizedName = normalizeName(typedName)
  if (normalizedName === '') return undefined
  const isMatch = (name: string | null) => name !== null && normalizeName(name) === normalizedName
  return (
    entries.find(({ name }) => isMatch(name)) ??
    entries.find(({ nameBn, aliases }) => isMatch(nameBn) || aliases.some(isMatch))
  )
}

type TypedNames = { brand: string; category: string }

/** The brand of the bike: the typed one, else the one named like the category. */
export const findBrand = (brands: readonly Brand[], { brand, category }: TypedNames): Brand | undefined =>
  findByName(brands, brand.trim() === '' ? category : brand)

const getValue = (form: HTMLFormElement, name: string): string => {
  const control = form.elements.namedItem(name)
  return control instanceof HTMLInputElement || control instanceof RadioNodeList ? control.value : ''
}

/** Sets a field as if it had been typed, if it is empty or holds an earlier suggestion. */
const fillField = (form: HTMLFormElement, name: string, value: string): void => {
  const control = form.elements.namedItem(name)
  if (!(control instanceof HTMLInputElement)) return
  const isTyped = control.value.trim() !== '' && control.value !== control.dataset['filled']
  if (isTyped) return
  control.value = value
  control.dataset['filled'] = value
}

/** Fills in engine size and brand of a known model. Typed values stay. */
export const fillFromModel = (form: HTMLFormElement, brands: readonly Brand[]): void => {
  const brand = findBrand(brands, { brand: getValue(form, 'brand'), category: getValue(form, 'name') })
  const model = brand && findByName(brand.models, getValue(form, 'model'))
  if (!model) return
  fillField(form, 'engineCc', String(model.engineCc))
  fillField(form, 'brand', brand.name)
}
