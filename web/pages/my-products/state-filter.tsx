// Which bikes of a long list are shown: links, so that it works without scripts.
import { Link, useSearchParams } from 'react-router'
import { useFormat, useMessages } from '#web/context/app-context.ts'
import { sellingMessages } from '#web/i18n/en/selling.ts'
import type { OwnBike } from '#web/lib/bike.ts'

/** A list of so many bikes is read at a glance. */
const maxUnfiltered = 6

/** No bike is in two of them: a sold one is not booked any more, and one with bookings is no longer only for sale. */
const filters = {
  available: ({ status, liveDeals }) => status === 'available' && liveDeals === 0,
  booked: ({ status, liveDeals }) => status === 'reserved' || (status !== 'sold' && liveDeals > 0),
  sold: ({ status }) => status === 'sold',
} satisfies Record<string, (bike: OwnBike) => boolean>

const names = Object.keys(filters) as (keyof typeof filters)[] // oxlint-disable-line typescript/no-unsafe-type-assertion -- the keys of an object that is written out

/** The bikes of the chosen state; all of a short list, and where there are none in that state. */
export const useShownBikes = (bikes: OwnBike[]): { shown: OwnBike[]; name: keyof typeof filters | undefined } => {
  const [params] = useSearchParams()
  const name = names.find((one) => one === params.get('state'))
  const shown = name === undefined || bikes.length <= maxUnfiltered ? [] : bikes.filter(filters[name])
  return shown.length > 0 ? { shown, name } : { shown: bikes, name: undefined }
}

/** A link to the bikes of each state, with their number. */
export const StateFilter = ({ bikes, name }: { bikes: OwnBike[]; name: keyof typeof filters | undefined }) => {
  const { label, ...texts } = useMessages(sellingMessages).mine.filters
  const { count } = useFormat()
  if (bikes.length <= maxUnfiltered) return null
  return (
    <nav className="chips chips--one" aria-label={label}>
      {(['all', ...names] as const).map((one) => {
        const number = one === 'all' ? bikes.length : bikes.filter(filters[one]).length
        const isShown = one === (name ?? 'all')
        return (
          number > 0 && (
            <Link
              key={one}
              className={`chip${isShown ? ' chip--on' : ''}`}
              aria-current={isShown ? 'true' : undefined}
              to={one === 'all' ? '?' : `?state=${one}`}
              preventScrollReset
            >
              {texts[one]} {count(number)}
            </Link>
          )
        )
      })}
    </nav>
  )
}
