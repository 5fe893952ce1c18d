import type { z } from 'zod'
import type { BikePage } from '#contract/bike-page.ts'
import { findDistrict } from '#contract/districts.ts'
import { bikePageMessages } from '#web/i18n/en/bike-page.ts'
import { searchMessages } from '#web/i18n/en/search.ts'
import { useMessages, useFormat, useApp } from '#web/context/app-context.ts'

type SpecFields = Pick<
  z.output<typeof BikePage>,
  | 'name'
  | 'brand'
  | 'model'
  | 'engineCc'
  | 'kilometres'
  | 'condition'
  | 'usedTime'
  | 'purchaseTime'
  | 'registrationDistrict'
  | 'registrationYear'
  | 'owners'
>
type Spec = { name: string; value: string }

/** Gives a function from a district's slug to its name in the language of the page. */
const useDistrictName = () => {
  const { language } = useApp()
  return (slug: string): string => findDistrict(slug)?.[language.code] ?? slug
}

/** Gives a function that lists a bike's known facts as names and values; unknown facts are left out. */
export const useSpecs = () => {
  const { card } = useMessages()
  const { specs } = useMessages(bikePageMessages)
  const { ccValue, kmValue } = useMessages(searchMessages)
  const { digits, count } = useFormat()
  const getDistrictName = useDistrictName()
  return (bike: SpecFields): Spec[] => {
    const registered = [
      bike.registrationDistrict === null ? null : getDistrictName(bike.registrationDistrict),
      bike.registrationYear === null ? null : digits(bike.registrationYear),
    ].filter((part) => part !== null)
    const all: [string, string | null][] = [
      [specs.brand, bike.brand ?? bike.name],
      [specs.model, bike.model],
      [specs.engine, bike.engineCc === null ? null : ccValue(digits(bike.engineCc))],
      [specs.kilometres, bike.kilometres === null ? null : kmValue(count(bike.kilometres))],
      [card.condition, card.conditions[bike.condition]],
      [card.yearsOfUse, card.years(bike.usedTime)],
      [card.yearsOfBuy, digits(bike.purchaseTime)],
      [specs.registered, registered.length === 0 ? null : registered.join(', ')],
      [specs.owners, bike.owners === null ? null : digits(bike.owners)],
    ]
    return all.flatMap(([name, value]) => (value === null ? [] : [{ name, value }]))
  }
}

/** The table of a bike's known facts. */
export const BikeSpecs = ({ bike }: { bike: SpecFields }) => (
  <dl className="specs">
    {useSpecs()(bike).map(({ name, value }) => (
      <div key={name}>
        <dt>{name}</dt>
        <dd>{value}</dd>
      </div>
    ))}
  </dl>
)
