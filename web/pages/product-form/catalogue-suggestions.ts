// What the catalogue of brands and models fills in and suggests.
import { earliestYear } from '#contract/limits.ts'
import type { z } from 'zod'
import type { Brand as BrandShape, Model as ModelShape } from '#contract/catalogue.ts'
import { parseWholeNumber } from '#web/lib/parse-whole-number.ts'

export type Brand = z.output<typeof BrandShape>
export type Model = z.output<typeof ModelShape>

type Named = { name: string; nameBn: string | null; aliases: string[] }

/** The category of a typed brand, which the catalogue does not know. */
export const otherCategory = 'Other'

// The server compares names the same way: without case, spaces, dots and dashes.
const normalizeName = (name: string): string =>
  name
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[\s.,_'’-]+/g, '')

/** Finds the entry with this name; an alias is another name. */
export const findByExactName = <Entry extends Named>(
  entries: readonly Entry[],
  typedName: string,
): Entry | undefined => {
  const normalizedName = normalizeName(typedName)
  return entries.find(({ name }) => normalizeName(name) === normalizedName)
}

/** Finds the entry for a typed name: by exact name first, then by Bangla name or alias. */
export const findByName = <Entry extends Named>(entries: readonly Entry[], typedName: string): Entry | undefined => {
  const normalizedName = normalizeName(typedName)
  if (normalizedName === '') return undefined
  const isMatch = (name: string | null) => name !== null && normalizeName(name) === normalizedName
  return (
    findByExactName(entries, typedName) ??
    entries.find(({ nameBn, aliases }) => isMatch(nameBn) || aliases.some(isMatch))
  )
}

/** The entries with this text in one of their names; all of them for an empty text. */
export const filterByName = <Entry extends Named>(entries: readonly Entry[], typed: string): Entry[] => {
  const text = normalizeName(typed)
  return entries.filter(({ name, nameBn, aliases }) =>
    [name, nameBn ?? '', ...aliases].some((one) => normalizeName(one).includes(text)),
  )
}

/** The entry that a typed name means; none for a part of several names, such as "Apache". */
export const findOnlyByName = <Entry extends Named>(
  entries: readonly Entry[],
  typedName: string,
): Entry | undefined => {
  const text = normalizeName(typedName)
  const isPartOfSeveral = entries.filter(({ name }) => normalizeName(name).includes(text)).length > 1
  return findByExactName(entries, typedName) ?? (isPartOfSeveral ? undefined : findByName(entries, typedName))
}

type ChosenBrand = { name: string; brand: string }

/** The name of the bike's brand: that of its category, or the typed one. */
export const getBrandName = ({ name, brand }: ChosenBrand): string => (name === otherCategory ? brand : name)

export const findBrand = (brands: readonly Brand[], chosen: ChosenBrand): Brand | undefined =>
  findByName(brands, getBrandName(chosen))

/** A line of models with a common name, such as FZS; a model without a line is a line of its own. */
export type ModelLine = { name: string; models: Model[] }

export const groupByLine = (models: readonly Model[]): ModelLine[] => {
  const lines = new Map<string, Model[]>()
  for (const model of models) {
    const line = model.family ?? model.name
    lines.set(line, [...(lines.get(line) ?? []), model])
  }
  return [...lines].map(([name, ofLine]) => ({
    name: ofLine.length === 1 ? (ofLine[0]?.name ?? name) : name,
    models: ofLine,
  }))
}

/** The lines with this text in the name of one of their models; all of them for an empty text, a whole name or no match. */
export const filterLines = (lines: readonly ModelLine[], typed: string): readonly ModelLine[] => {
  const models = lines.flatMap((line) => line.models)
  if (findByExactName(models, typed)) return lines
  const found = lines.filter((line) => filterByName(line.models, typed).length > 0)
  return found.length > 0 ? found : lines
}

const findInput = (form: HTMLFormElement, name: string): HTMLInputElement | null => {
  const control = form.elements.namedItem(name)
  return control instanceof HTMLInputElement ? control : null
}

const getValue = (form: HTMLFormElement, name: string): string => {
  const control = form.elements.namedItem(name)
  return control instanceof HTMLInputElement || control instanceof RadioNodeList ? control.value : ''
}

const isFilled = (control: HTMLInputElement): boolean => control.value === control.dataset['filled']

/** Sets a field as if it had been typed, if it is empty or holds an earlier suggestion. */
const fillField = (form: HTMLFormElement, name: string, value: string): void => {
  const control = findInput(form, name)
  if (!control || (control.value.trim() !== '' && !isFilled(control))) return
  control.value = value
  control.dataset['filled'] = value
}

/** Puts a chosen model into its field. It counts as filled in, so that another brand clears it. */
export const chooseModel = (form: HTMLFormElement, model: string): void => {
  const control = findInput(form, 'model')
  if (!control) return
  control.value = model
  control.dataset['filled'] = model
  control.dispatchEvent(new Event('input', { bubbles: true }))
}

const fieldsOfModel = ['model', 'engineCc', 'productName']

const clearFilled = (form: HTMLFormElement, names: readonly string[]): void => {
  for (const name of names) {
    const control = findInput(form, name)
    if (control && isFilled(control)) control.value = ''
  }
}

type ChosenModel = ChosenBrand & { model: string }

/** The model that was chosen. Of a name that several models have it is none: nobody lists a bike that they did not name. */
const findModel = (brands: readonly Brand[], chosen: ChosenModel): Model | undefined =>
  findOnlyByName(findBrand(brands, chosen)?.models ?? [], chosen.model)

/** The name of the bike that follows from its brand and model; empty without one of them. */
export const toProductName = (brands: readonly Brand[], chosen: ChosenModel): string => {
  const brandName = findBrand(brands, chosen)?.name ?? getBrandName(chosen)
  const typedModel = chosen.model.trim()
  if (brandName === '' || typedModel === '') return ''
  return `${brandName} ${findModel(brands, chosen)?.name ?? typedModel}`
}

/** The years of use that follow from the year of purchase; empty without one. */
export const toYearsOfUse = (purchaseTime: string): string => {
  const boughtInYear = parseWholeNumber(purchaseTime)
  const thisYear = new Date().getFullYear()
  if (boughtInYear === null || boughtInYear < earliestYear || boughtInYear > thisYear) return ''
  return String(thisYear - boughtInYear)
}

const readChosen = (form: HTMLFormElement): ChosenModel => ({
  name: getValue(form, 'name'),
  brand: getValue(form, 'brand'),
  model: getValue(form, 'model'),
})

/** Fills in what follows, or clears what was filled in when nothing follows any more. */
const fillOrClear = (form: HTMLFormElement, name: string, value: string): void =>
  value === '' ? clearFilled(form, [name]) : fillField(form, name, value)

const fillFromModel = (form: HTMLFormElement, brands: readonly Brand[]): void => {
  const chosen = readChosen(form)
  fillOrClear(form, 'engineCc', String(findModel(brands, chosen)?.engineCc ?? ''))
  fillOrClear(form, 'productName', toProductName(brands, chosen))
}

/**
 * Counts the values of a draft that follow from its model and its year as filled in, as they were before the draft was
 * stored: another model or year changes them.
 */
export const markFilled = (form: HTMLFormElement, brands: readonly Brand[]): void => {
  const chosen = readChosen(form)
  const model = findModel(brands, chosen)
  const derived = {
    ...(model && { model: model.name, engineCc: String(model.engineCc) }),
    productName: toProductName(brands, chosen),
    usedTime: toYearsOfUse(getValue(form, 'purchaseTime')),
  }
  for (const [name, value] of Object.entries(derived)) {
    const control = findInput(form, name)
    if (control?.value === value) control.dataset['filled'] = value
  }
}

/**
 * Fills in what follows from the field that was changed: the name and the engine size from the model, the years of use from
 * the year of purchase. What a person typed stays. Another brand clears what the model of the former one filled in.
 */
export const fillFromField = (form: HTMLFormElement, changed: string, brands: readonly Brand[]): void => {
  if (changed === 'name') clearFilled(form, fieldsOfModel)
  if (changed === 'name' || changed === 'model') fillFromModel(form, brands)
  if (changed === 'purchaseTime') fillOrClear(form, 'usedTime', toYearsOfUse(getValue(form, 'purchaseTime')))
}
