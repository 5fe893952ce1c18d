import { Megaphone } from 'lucide'
import { useState } from 'react'
import { Link, useRevalidator } from 'react-router'
import type { OwnBike } from '#web/lib/bike.ts'
import { PictureLink } from '#web/components/picture-link.tsx'
import { toDisplayError } from '#web/context/display-error.ts'
import { Confirm } from '#web/ui/confirm.tsx'
import { toast } from '#web/ui/toast.ts'
import { Spinner } from '#web/ui/spinner.tsx'
import { sellingMessages } from '#web/i18n/en/selling.ts'
import { useMessages, useFormat, useApp } from '#web/context/app-context.ts'
import { Icon } from '#web/ui/icon.tsx'
import { RowActs } from './row-acts.tsx'

const StatusBadge = ({ bike }: { bike: OwnBike }) => {
  const { mine } = useMessages(sellingMessages)
  return (
    <span className={`badge ${bike.status === 'available' ? 'badge--good' : 'badge--info'}`}>
      {mine.statuses[bike.status]}
    </span>
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

/** Takes the advertisement back after a confirmation; the bike stays for sale. */
const OffButton = ({ bike }: { bike: OwnBike }) => {
  const { mine } = useMessages(sellingMessages)
  const { client } = useApp()
  const { revalidate } = useRevalidator()
  const [isConfirmOpen, setIsConfirmOpen] = useState(false)
  const stop = async () => {
    try {
      await client('PUT /allbikes/:id', { params: { id: bike._id }, body: { advertise: 'off' } })
      toast.success(mine.offSuccess)
    } catch (error) {
      toast.error(toDisplayError(error).message)
    }
    await revalidate()
  }
  return (
    <>
      <button
        className="btn btn--line"
        type="button"
        aria-label={mine.offLabel(bike.productName)}
        onClick={() => setIsConfirmOpen(true)}
      >
        {mine.off}
      </button>
      {isConfirmOpen && (
        <Confirm
          heading={mine.offHeading(bike.productName)}
          text={mine.offText}
          labels={{ confirm: mine.offConfirm, busy: mine.offBusy, cancel: mine.offCancel }}
          onConfirm={stop}
          onClose={() => setIsConfirmOpen(false)}
        />
      )}
    </>
  )
}

const AdvertisementCell = ({ bike }: { bike: OwnBike }) => {
  const { mine } = useMessages(sellingMessages)
  if (bike.status !== 'available') return <span className="muted">{mine.notAvailable}</span>
  if (bike.advertise !== 'on') return <AdvertiseButton bike={bike} />
  return (
    <>
      <span className="badge badge--warn">
        <Icon of={Megaphone} size={14} />
        {mine.advertised}
      </span>
      <OffButton bike={bike} />
    </>
  )
}

/** A withdrawn bike and one that waits for a moderator have no page. */
const hasPage = ({ status }: OwnBike): boolean => status === 'available' || status === 'reserved' || status === 'sold'

/** Who waits for an answer about the bike, saves it, and asks for the number. */
const Interest = ({ bike: { status, liveDeals, saves, numberRequests } }: { bike: OwnBike }) => {
  const { mine } = useMessages(sellingMessages)
  const { count } = useFormat()
  const facts = [
    liveDeals > 0 && status === 'available' ? mine.liveDeals(liveDeals, count(liveDeals)) : '',
    saves > 0 ? mine.saves(saves, count(saves)) : '',
    numberRequests > 0 ? mine.numberRequests(numberRequests, count(numberRequests)) : '',
  ].filter((fact) => fact !== '')
  return facts.length > 0 && <p className="unverified">{facts.join(' · ')}</p>
}

/** Since when a bike is for sale, what similar bikes cost, and whether its price is outside of that. */
const Offered = ({ bike: { status, date, similarPrices, salePrice } }: { bike: OwnBike }) => {
  const { mine } = useMessages(sellingMessages)
  const { digits, taka, count } = useFormat()
  if (status !== 'available') return null
  const since = mine.since(digits(date))
  const { low, high } = similarPrices ?? { low: 0, high: 0 }
  return (
    <p className="unverified">
      {high === 0 ? since : mine.similar(since, taka(low), count(high), low === high)}
      {high > 0 && (salePrice < low ? mine.less : salePrice > high && mine.more)}
    </p>
  )
}

/** One bike of the seller: a table row, and a card below breakpoint md. */
export const ProductRow = ({ bike, number }: { bike: OwnBike; number: number }) => {
  const { columns, advertisementOnPhones, onHomePage, saleUndone } = useMessages(sellingMessages).mine
  const onPhones = bike.advertise === 'on' ? onHomePage : advertisementOnPhones
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
            <Offered bike={bike} />
          </div>
        </div>
      </td>
      <td className="price num">{taka(bike.salePrice)}</td>
      <td className="cell" data-label={columns.status}>
        <StatusBadge bike={bike} />
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
