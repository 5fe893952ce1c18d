// The catalogue of brands and models. It suggests names to sellers, and the search recognizes its names and aliases.
import { minEngineCc, maxEngineCc, earliestYear } from '#contract/limits.ts'
import { z } from 'zod'
import { toReason } from './errors/reasons.ts'
import type { Calls } from './call.ts'
import { Id, Paging, searchText, textField } from './fields.ts'

export const modelKinds = ['commuter', 'street', 'sport', 'cruiser', 'scooter', 'adventure'] as const

/** The size of an engine in cc. */
export const EngineCc = z
  .int({ error: toReason('invalid_engine_cc') })
  .min(minEngineCc, toReason('engine_too_small'))
  .max(maxEngineCc, toReason('engine_too_large'))

export const maxAliases = 20

/** Other spellings: Banglish, misspellings. */
const Aliases = z
  .array(textField('spelling', 60), { error: toReason('missing', { field: 'spellings' }) })
  .max(maxAliases, toReason('too_many_spellings', { max: maxAliases }))

const ProductionYear = z
  .int({ error: toReason('invalid_year') })
  .min(earliestYear, toReason('year_too_early'))
  .max(2200, toReason('year_too_late'))
  .nullable()

const brandFields = {
  name: textField('name_of_brand', 40),
  nameBn: textField('name_in_bangla', 40).nullable(),
  aliases: Aliases,
}

const modelFields = {
  name: textField('name_of_model', 60),
  nameBn: textField('name_in_bangla', 60).nullable(),
  aliases: Aliases,
  engineCc: EngineCc,
  kind: z.enum(modelKinds, { error: toReason('invalid_model_kind') }),
  madeFrom: ProductionYear,
  madeUntil: ProductionYear,
  /** The common name of the models of one line. */
  family: textField('name_of_line', 60).nullable(),
}

const isProductionPeriodValid = ({
  madeFrom,
  madeUntil,
}: {
  madeFrom: number | null
  madeUntil: number | null
}): boolean => madeFrom === null || madeUntil === null || madeUntil >= madeFrom
const productionPeriodIssue = { path: ['madeUntil'], error: toReason('years_reversed') }

const retired = z.boolean({ error: toReason('not_boolean', { name: 'retired' }) })

export const Model = z
  .object({
    _id: Id,
    name: z.string(),
    nameBn: z.string().nullable(),
    aliases: z.array(z.string()),
    engineCc: z.int(),
    kind: z.enum(modelKinds),
    madeFrom: z.int().nullable(),
    madeUntil: z.int().nullable(),
    family: z.string().nullable(),
  })
  .meta({ id: 'Model' })

export const Brand = z
  .object({
    _id: Id,
    name: z.string(),
    nameBn: z.string().nullable(),
    aliases: z.array(z.string()),
    models: z.array(Model),
  })
  .meta({ id: 'Brand' })

/** `retired` names are not suggested any more; `bikes` counts the bikes that have the name. */
const adminFields = { retired: z.boolean(), bikes: z.int() }
export const AdminModel = Model.extend(adminFields).meta({ id: 'KeptModel' })
export const AdminBrand = Brand.extend({ ...adminFields, models: z.array(AdminModel) }).meta({ id: 'KeptBrand' })

/** A brand that sellers typed because the catalogue does not know it. */
export const TypedBrand = z
  .object({
    /** Its most usual spelling. */
    name: z.string(),
    /** How many bikes that are not withdrawn have it, in any spelling with the same characters. */
    bikes: z.int(),
    /** The brand of the catalogue that is probably meant; null if none is alike. */
    likely: z.object({ _id: Id, name: z.string() }).nullable(),
  })
  .meta({ id: 'TypedBrand' })

const CatalogueQuery = Paging.extend({ search: searchText(60).optional() })

const byId = z.strictObject({ id: Id })
const createdResponse = z.object({ acknowledged: z.literal(true), insertedId: Id })
const modifiedResponse = z.object({ modifiedCount: z.int() })

export const catalogueCalls = {
  'GET /catalogue': {
    summary: 'The brands and models that are offered, by name',
    access: 'anyone',
    response: z.array(Brand),
    isCacheable: true,
  },
  'GET /catalogue/brands': {
    summary: 'The whole catalogue for the admin: by name, with what is retired and how many bikes have it',
    access: 'admin',
    query: CatalogueQuery,
    response: z.array(AdminBrand),
    list: true,
    counted: true,
  },
  'POST /catalogue/brands': {
    summary: 'Add a brand to the catalogue',
    access: 'admin',
    body: z.strictObject(brandFields),
    response: createdResponse,
    errors: ['brand_known'],
  },
  'PUT /catalogue/brands/:id': {
    summary: 'Change a brand, retire it or bring it back',
    access: 'admin',
    params: byId,
    body: z.strictObject({ ...brandFields, retired }),
    response: modifiedResponse,
    errors: ['not_found', 'brand_known'],
  },
  'GET /catalogue/typedbrands': {
    summary: 'The brands that sellers typed and the catalogue does not know, most bikes first',
    access: 'admin',
    response: z.array(TypedBrand),
  },
  'POST /catalogue/brands/:id/aliases': {
    summary: 'Add another spelling to a brand; bikes with a brand typed like that become bikes of this brand',
    access: 'admin',
    params: byId,
    body: z.strictObject({ name: textField('spelling', 60) }),
    response: modifiedResponse,
    errors: ['not_found'],
  },
  'POST /catalogue/models': {
    summary: 'Add a model to a brand',
    access: 'admin',
    body: z.strictObject({ brandId: Id, ...modelFields }).refine(isProductionPeriodValid, productionPeriodIssue),
    response: createdResponse,
    errors: ['not_found', 'model_known'],
  },
  'PUT /catalogue/models/:id': {
    summary: 'Change a model, retire it or bring it back',
    access: 'admin',
    params: byId,
    body: z.strictObject({ ...modelFields, retired }).refine(isProductionPeriodValid, productionPeriodIssue),
    response: modifiedResponse,
    errors: ['not_found', 'model_known'],
  },
} as const satisfies Calls
