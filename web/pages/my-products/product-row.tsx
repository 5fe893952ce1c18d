import { ClipboardCheck, FileText, Hash, Megaphone, Pencil, Trash2 } from 'lucide'
import { useState } from 'react'
import { Link, useRevalidator } from 'react-router'
import type { OwnBike } from '#web/lib/bike.ts'
import { PictureLink } from '#web/components/picture-link.tsx'
import { toDisplayError } from '#web/context/display-error.ts'
import { Confirm } from '#web/ui/confirm.tsx'
import { toast } from '#web/ui/toast.ts'
import { Spinner } from '#web/ui/spinner.tsx'
import { bikeDetailsMessages } from '#web/i18n/en/bike-details.ts'
import { sellingMessages } from '#web/i18n/en/selling.ts'
import { useMessages, useFormat, useApp } from '#web/context/app-context.ts'
import { Icon } from '#web/ui/icon.tsx'

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

/** Withdraws the bike after a confirmation. Disabled with a reason for sold bikes. */
const DeleteButton = ({ bike }: { bike: OwnBike }) => {
  const { mine } = useMessages(sellingMessages)
  const { client } = useApp()
  const { revalidate } = useRevalidator()
  const [isConfirmOpen, setIsConfirmOpen] = useState(false)
  const remove = async () => {
    try {
      const { deletedCount } = await client('DELETE /allbikes/:id', { params: { id: bike._id } })
      if (deletedCount > 0) toast.success(mine.deleteSuccess)
    } catch (error) {
      toast.error(toDisplayError(error).message)
    }
    await revalidate()
  }
  return (
    <>
      <button
        className="btn btn--danger btn--bare"
        type="button"
        aria-label={mine.deleteLabel(bike.productName)}
        disabled={bike.paid}
        title={bike.paid ? mine.soldNote : undefined}
        onClick={() => setIsConfirmOpen(true)}
      >
        <Icon of={Trash2} size={18} />
        {mine.delete}
      </button>
      {isConfirmOpen && (
        <Confirm
          heading={mine.deleteHeading(bike.productName)}
          text={mine.deleteText}
          labels={{ confirm: mine.delete, busy: mine.deleting, cancel: mine.cancel }}
          onConfirm={remove}
          onClose={() => setIsConfirmOpen(false)}
        />
      )}
    </>
  )
}

/** The way to the buyers who have booked the bike, or to the deal of one that is reserved or sold. */
const BookingsLink = ({ bike: { status, liveDeals, productName } }: { bike: OwnBike }) => {
  const { bookings, bookingsLabel, soldDeal, soldDealLabel } = useMessages(sellingMessages).mine
  const isTaken = status === 'reserved' || status === 'sold'
  if (liveDeals === 0 && status !== 'sold') return null
  return (
    <Link
      className={isTaken ? 'btn btn--quiet' : 'btn btn--primary'}
      to={liveDeals === 0 ? '/dashboard/deals?ended=all' : '/dashboard/deals'}
      aria-label={(isTaken ? soldDealLabel : bookingsLabel)(productName)}
    >
      {isTaken ? soldDeal : bookings}
    </Link>
  )
}

/** The edit link; sold and withdrawn bikes cannot be edited. */
const EditLink = ({ bike }: { bike: OwnBike }) => {
  const { edit } = useMessages(bikeDetailsMessages)
  if (bike.status !== 'available' && bike.status !== 'waiting') return null
  return (
    <Link
      className="btn btn--quiet"
      to={`/dashboard/myproducts/${bike._id}`}
      aria-label={edit.editLabel(bike.productName)}
    >
      <Icon of={Pencil} size={18} />
      {edit.edit}
    </Link>
  )
}

/** The link to registration, engine and chassis number; those of sold and withdrawn bikes stay as they are. */
const NumbersLink = ({ bike }: { bike: OwnBike }) => {
  const { numbers, numbersLabel } = useMessages(sellingMessages).mine
  if (bike.status !== 'available' && bike.status !== 'waiting') return null
  return (
    <Link
      className="btn btn--quiet"
      to={`/dashboard/myproducts/${bike._id}/numbers`}
      aria-label={numbersLabel(bike.productName)}
    >
      <Icon of={Hash} size={18} />
      {numbers}
    </Link>
  )
}

/** The link to the inspections of a bike, which its seller begins there, and to the links for mechanics. */
const InspectionsLink = ({ bike: { slug, status, productName } }: { bike: OwnBike }) => {
  const { inspect, inspectLabel } = useMessages(sellingMessages).mine
  if (status === 'sold' || status === 'withdrawn') return null
  return (
    <Link className="btn btn--quiet" to={`/dashboard/inspections/bike/${slug}`} aria-label={inspectLabel(productName)}>
      <Icon of={ClipboardCheck} size={18} />
      {inspect}
    </Link>
  )
}

/** The link to the papers; those of a bike that is reserved may be asked for until it is handed over. */
const PapersLink = ({ bike }: { bike: OwnBike }) => {
  const { papers, papersLabel } = useMessages(sellingMessages).mine
  if (bike.status === 'sold' || bike.status === 'withdrawn') return null
  return (
    <Link
      className="btn btn--quiet"
      to={`/dashboard/myproducts/${bike._id}/papers`}
      aria-label={papersLabel(bike.productName)}
    >
      <Icon of={FileText} size={18} />
      {papers}
    </Link>
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
  const { digits, taka } = useFormat()
  if (status !== 'available') return null
  const since = mine.since(digits(date))
  const { low, high } = similarPrices ?? { low: 0, high: 0 }
  return (
    <p className="unverified">
      {high === 0 ? since : mine.similar(since, taka(low), taka(high), low === high)}
      {high > 0 && (salePrice < low ? mine.less : salePrice > high && mine.more)}
    </p>
  )
}

/** One bike of the seller: a table row, and a card below breakpoint md. */
export const ProductRow = ({ bike, number }: { bike: OwnBike; number: number }) => {
  const { columns, advertisementOnPhones, saleUndone, whyHidden } = useMessages(sellingMessages).mine
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
        {bike.status === 'waiting' && (
          <Link className="link" to={`/dashboard/myproducts/${bike._id}/waits`}>
            {whyHidden}
          </Link>
        )}
        {bike.status === 'hidden' && (
          <Link className="link" to="/dashboard/standing">
            {whyHidden}
          </Link>
        )}
      </td>
      <td className="cell" data-label={bike.status === 'available' ? advertisementOnPhones : columns.advertisement}>
        <AdvertisementCell bike={bike} />
      </td>
      <td className="act end">
        <BookingsLink bike={bike} />
        <EditLink bike={bike} />
        <NumbersLink bike={bike} />
        <PapersLink bike={bike} />
        <InspectionsLink bike={bike} />
        <DeleteButton bike={bike} />
      </td>
    </tr>
  )
}
