import { Megaphone } from 'lucide'
import { useState } from 'react'
import { Link, useRevalidator } from 'react-router'
import { countDhakaDays } from '#contract/time/dhaka.ts'
import type { OwnBike } from '#web/lib/bike.ts'
import { PictureLink } from '#web/components/picture-link.tsx'
import { toDisplayError } from '#web/context/display-error.ts'
import { toast } from '#web/ui/toast.ts'
import { Spinner } from '#web/ui/spinner.tsx'
import { sellingMessages } from '#web/i18n/en/selling.ts'
import { useMessages, useFormat, useApp } from '#web/context/app-context.ts'
import { Icon } from '#web/ui/icon.tsx'
import { getSaleAdvice } from './get-sale-advice.ts'
import { RowActs } from './row-acts.tsx'

/** The status; of a bike for sale with its bookings, because its word alone reads as if nothing had happened. */
const Status = ({ bike: { status, liveDeals } }: { bike: OwnBike }) => {
  const { mine } = useMessages(sellingMessages)
  const { count } = useFormat()
  const isAvailable = status === 'available'
  return (
    <>
      <span className={`badge ${isAvailable ? 'badge--good' : 'badge--info'}`}>{mine.statuses[status]}</span>
      {isAvailable && liveDeals > 0 && (
        <>
          {' '}
          <b>{mine.liveDeals(liveDeals, count(liveDeals))}</b>
        </>
      )}
    </>
  )
}

/** Advertises the bike. If another tab already did, it shows the bike as advertised. */
const AdvertiseButton = ({ bike }: { bike: OwnBike }) => {
  const { mine } = useMessages(sellingMessages)
  const { client } = useApp()
  const { revalidate } = useRevalidator()
  const [isBusy, setIsBusy] = useState(false)
  const advertise = async () => {
    if (isBusy) return
    setIsBusy(true)
    try {
      const { modifiedCount } = await client('PUT /allbikes/:id', {
        params: { id: bike._id },
        body: { advertise: 'on' },
      })
      if (modifiedCount > 0) toast.success(mine.advertiseSuccess)
    } catch (error) {
      toast.error(toDisplayError(error).message)
    }
    await revalidate()
    setIsBusy(false)
  }
  return (
    <button
      className="btn btn--line"
      type="button"
      aria-label={mine.advertise(bike.productName)}
      aria-busy={isBusy}
      onClick={() => void advertise()}
    >
      {isBusy && <Spinner size={18} className="wheel-in" />}
      {mine.on}
    </button>
  )
}

const AdvertisementCell = ({ bike }: { bike: OwnBike }) => {
  const { mine } = useMessages(sellingMessages)
  if (bike.status !== 'available') return <span className="muted">{mine.notAvailable}</span>
  if (bike.advertise !== 'on') return <AdvertiseButton bike={bike} />
  return (
    <span className="badge badge--warn">
      <Icon of={Megaphone} size={14} />
      {mine.advertised}
    </span>
  )
}

/** A withdrawn bike and one that waits for a moderator have no page. */
const hasPage = ({ status }: OwnBike): boolean => status === 'available' || status === 'reserved' || status === 'sold'

/** How many people save the bike, and have asked for the number. */
const Interest = ({ bike: { saves, numberRequests } }: { bike: OwnBike }) => {
  const { mine } = useMessages(sellingMessages)
  const { count } = useFormat()
  const facts = [
    saves > 0 ? mine.saves(saves, count(saves)) : '',
    numberRequests > 0 ? mine.numberRequests(numberRequests, count(numberRequests)) : '',
  ].filter((fact) => fact !== '')
  return facts.length > 0 && <p className="unverified">{facts.join(' · ')}</p>
}

/** What may help a bike that stands for weeks. Of advertising there is a button in the row. */
const Advice = ({ bike, days }: { bike: OwnBike; days: number }) => {
  const { mine } = useMessages(sellingMessages)
  const advice = getSaleAdvice(bike, days)
  if (advice === null) return null
  const text = mine.advice[advice]
  return (
    <p className="unverified">
      {advice === 'advertise' ? (
        text
      ) : (
        <Link className="link" to={`/dashboard/myproducts/${bike._id}`} aria-label={`${text}: ${bike.productName}`}>
          {text}
        </Link>
      )}
    </p>
  )
}

/** Since when a bike is for sale, what similar bikes cost, and whether its price is outside of that. */
const Offered = ({ bike, nowMs }: { bike: OwnBike; nowMs: number }) => {
  const { status, date, similarPrices, salePrice } = bike
  const { mine } = useMessages(sellingMessages)
  const { taka, count } = useFormat()
  if (status !== 'available') return null
  const days = countDhakaDays(new Date(date.split('/').reverse().join('-')), new Date(nowMs))
  const since = mine.since(days, count(days))
  const { low, high } = similarPrices ?? { low: 0, high: 0 }
  return (
    <>
      <p className="unverified">
        {high === 0 ? since : mine.similar(since, taka(low), count(high), low === high)}
        {high > 0 && (salePrice < low ? mine.less : salePrice > high && mine.more)}
      </p>
      <Advice bike={bike} days={days} />
    </>
  )
}

/** One bike of the seller: a table row, and a card below breakpoint md. */
export const ProductRow = ({ bike, number, nowMs }: { bike: OwnBike; number: number; nowMs: number }) => {
  const { columns, advertisementOnPhones, saleUndone } = useMessages(sellingMessages).mine
  const onPhones = bike.advertise === 'on' ? '' : advertisementOnPhones
  const { digits, taka } = useFormat()
  const path = hasPage(bike) ? `/bikes/${bike.slug}` : null
  return (
    <tr>
      <td className="no">{digits(number)}</td>
      <td className="name">
        <div className="own">
          <PictureLink path={path} src={bike.image} />
          <div>
            {path === null ? (
              <span translate="no">{bike.productName}</span>
            ) : (
              <Link to={path} translate="no">
                {bike.productName}
              </Link>
            )}
            <Interest bike={bike} />
            <Offered bike={bike} nowMs={nowMs} />
          </div>
        </div>
      </td>
      <td className="price num">{taka(bike.salePrice)}</td>
      <td className="cell" data-label={columns.status}>
        <Status bike={bike} />
        {bike.status === 'withdrawn' && <p className="muted">{saleUndone}</p>}
      </td>
      <td className="cell" data-label={bike.status === 'available' ? onPhones : columns.advertisement}>
        <AdvertisementCell bike={bike} />
      </td>
      <td className="act end">
        <RowActs bike={bike} />
      </td>
    </tr>
  )
}
