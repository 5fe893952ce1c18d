import type { z } from 'zod'
import type { AdminBrand, AdminModel } from '#contract/catalogue.ts'

export type CatalogueBrand = z.output<typeof AdminBrand>
export type CatalogueModel = z.output<typeof AdminModel>
