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
/** The facts of a bike in the order of its table. */
type SpecKey =
  | 'brand'
  | 'model'
  | 'engine'
  | 'kilometres'
  | 'condition'
  | 'yearsOfUse'
  | 'yearsOfBuy'
  | 'registered'
  | 'owners'
export type Spec = { key: SpecKey; name: string; value: string }

/** Gives a function from a district's slug to its name in the language of the page. */
const useDistrictName = () => {
  const { language } = useApp()
  return (slug: string): string => findDistrict(slug)?.[language.code] ?? slug
}

/** Gives a function that lists a bike's known facts as names and values; unknown facts are left out. */
export const useSpecs = () => {
  const { card } = useMessages()
  const { specs, ownerCount } = useMessages(bikePageMessages)
  const { ccValue, kmValue } = useMessages(searchMessages)
  const { digits, count } = useFormat()
  const getDistrictName = useDistrictName()
  return (bike: SpecFields): Spec[] => {
    const registered = [
      bike.registrationDistrict === null ? null : getDistrictName(bike.registrationDistrict),
      bike.registrationYear === null ? null : digits(bike.registrationYear),
    ].filter((part) => part !== null)
    const all: [SpecKey, string, string | null][] = [
      ['brand', specs.brand, bike.brand ?? bike.name],
      ['model', specs.model, bike.model],
      ['engine', specs.engine, bike.engineCc === null ? null : ccValue(digits(bike.engineCc))],
      ['kilometres', specs.kilometres, bike.kilometres === null ? null : kmValue(count(bike.kilometres))],
      ['condition', card.condition, card.conditions[bike.condition]],
      ['yearsOfUse', card.yearsOfUse, card.years(bike.usedTime)],
      ['yearsOfBuy', card.yearsOfBuy, digits(bike.purchaseTime)],
      ['registered', specs.registered, registered.length === 0 ? null : registered.join(', ')],
      ['owners', specs.owners, bike.owners === null ? null : ownerCount(digits(bike.owners))],
    ]
    return all.flatMap(([key, name, value]) => (value === null ? [] : [{ key, name, value }]))
  }
}

type FactProps = { name: string; value: string; isName?: boolean }

const Fact = ({ name, value, isName = false }: FactProps) => (
  <div>
    <dt>{name}</dt>
    <dd translate={isName ? 'no' : undefined}>{value}</dd>
  </div>
)

/** Whether the value of a fact is a name, which no translation may change. */
export const isNaming = (key: string): boolean => key === 'brand' || key === 'model'

/** The facts of the line under the name, which the table below does not repeat. */
const lineKeys = ['kilometres', 'engine', 'owners'] as const
const isInLine = (key: SpecKey): boolean => lineKeys.some((one) => one === key)

/** Year of registration, or else of buying, kilometres, engine size and owners in one line; unknown facts are left out. */
export const SpecLine = ({ bike }: { bike: SpecFields }) => {
  const { specs } = useMessages(bikePageMessages)
  const { digits } = useFormat()
  const all = useSpecs()(bike)
  const { registrationYear, purchaseTime } = bike
  return (
    <dl className="specline num">
      {registrationYear === null ? (
        <Fact name={specs.year} value={digits(purchaseTime)} />
      ) : (
        <Fact name={specs.yearRegistered} value={digits(registrationYear)} />
      )}
      {lineKeys.flatMap((key) => {
        const spec = all.find((one) => one.key === key)
        return spec ? [<Fact {...spec} key={key} />] : []
      })}
    </dl>
  )
}

/** The table of a bike's other known facts, and when it was listed. */
export const BikeSpecs = ({ bike }: { bike: SpecFields & Pick<z.output<typeof BikePage>, 'date' | 'time'> }) => {
  const { card } = useMessages()
  const { dayAndTime } = useFormat()
  const specs = useSpecs()(bike).filter(({ key }) => !isInLine(key))
  return (
    <dl className="specs">
      {specs.map((spec) => (
        <Fact {...spec} key={spec.key} isName={isNaming(spec.key)} />
      ))}
      <Fact name={card.uploadTime} value={dayAndTime(bike.date, bike.time)} />
    </dl>
  )
}
