// What the catalogue suggests while somebody types a brand and a model.
import type { z } from 'zod'
import type { Brand as BrandShape, Model as ModelShape } from '#contract/catalogue.ts'

export type Brand = z.output<typeof BrandShape>
export type Model = z.output<typeof ModelShape>

type Named = { name: string; nameBn: string | null; aliases: string[] }

// As the shop hears a name: without case, spaces, dots and dashes.
const sound = (name: string): string =>
  name
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[\s.,_'’-]+/g, '')

/** The one that is meant by what was typed: by its very name first, then by its Bangla name or another spelling. */
export const meant = <Thing extends Named>(things: readonly Thing[], typed: string): Thing | undefined => {
  const typedSound = sound(typed)
  if (typedSound === '') return undefined
  const hasSound = (name: string | null) => name !== null && sound(name) === typedSound
  return (
    things.find(({ name }) => hasSound(name)) ??
    things.find(({ nameBn, aliases }) => hasSound(nameBn) || aliases.some(hasSound))
  )
}

type Typed = { brand: string; category: string }

/** The brand that the bike is of: the one that was typed, otherwise the one that the category is named after. */
export const brandOf = (brands: readonly Brand[], { brand, category }: Typed): Brand | undefined =>
  meant(brands, brand.trim() === '' ? category : brand)

const valueOf = (form: HTMLFormElement, name: string): string => {
  const control = form.elements.namedItem(name)
  return control instanceof HTMLInputElement || control instanceof RadioNodeList ? control.value : ''
}

/** Writes into a field of the form, as if it had been typed, where it is empty or holds what was filled in before. */
const fill = (form: HTMLFormElement, name: string, value: string): void => {
  const control = form.elements.namedItem(name)
  if (!(control instanceof HTMLInputElement)) return
  const isTyped = control.value.trim() !== '' && control.value !== control.dataset['filled']
  if (isTyped) return
  control.value = value
  control.dataset['filled'] = value
}

/** Fills in the engine size of a model that is known, and the brand that it is of. What was typed stays. */
export const fillIn = (form: HTMLFormElement, brands: readonly Brand[]): void => {
  const brand = brandOf(brands, { brand: valueOf(form, 'brand'), category: valueOf(form, 'name') })
  const model = brand && meant(brand.models, valueOf(form, 'model'))
  if (!model) return
  fill(form, 'engineCc', String(model.engineCc))
  fill(form, 'brand', brand.name)
}
