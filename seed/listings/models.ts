import { bajajModels } from './models-bajaj.ts'
import { heroModels, hondaModels } from './models-hero-honda.ts'
import type { DemoModel } from './model.ts'
import { otherModels } from './models-others.ts'
import { suzukiModels, tvsModels, yamahaModels } from './models-yamaha-suzuki-tvs.ts'

/** All models of the demonstration. How many bikes each has follows the brands' shares of 1,935 advertisements. */
export const demoModels: readonly DemoModel[] = [
  ...bajajModels,
  ...tvsModels,
  ...yamahaModels,
  ...heroModels,
  ...suzukiModels,
  ...hondaModels,
  ...otherModels,
]

export const findDemoModel = (brand: string, model: string): DemoModel | undefined =>
  demoModels.find((one) => one.brand === brand && one.model === model)
