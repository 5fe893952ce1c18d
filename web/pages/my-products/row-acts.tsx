// What a seller does with one of their bikes: what waits comes first, then the edit, and the rest is behind "⋯".
import { ClipboardCheck, FileText, Hash, Megaphone, Pencil, Trash2 } from 'lucide'
import { useState } from 'react'
import { Link, useRevalidator } from 'react-router'
import type { OwnBike } from '#web/lib/bike.ts'
import { toDisplayError } from '#web/context/display-error.ts'
import { LazyConfirm } from '#web/ui/menus/lazy-confirm.tsx'
import { toast } from '#web/ui/toast.ts'
import { bikeDetailsMessages } from '#web/i18n/en/bike-details.ts'
import { sellingMessages } from '#web/i18n/en/selling.ts'
import { useMessages, useApp } from '#web/context/app-context.ts'
import { Icon } from '#web/ui/icon.tsx'
import { MoreMenu } from '#web/ui/menus/more-menu.tsx'
import { getMainAct } from './get-main-act.ts'

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
        className="btn btn--quiet"
        type="button"
        aria-label={mine.offLabel(bike.productName)}
        onClick={() => setIsConfirmOpen(true)}
      >
        <Icon of={Megaphone} size={18} />
        {mine.off}
      </button>
      {isConfirmOpen && (
        <LazyConfirm
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

/** Withdraws the bike after a confirmation. Disabled with a reason for sold bikes. */
const DeleteButton = ({ bike, isSoldElsewhere = false }: { bike: OwnBike; isSoldElsewhere?: boolean }) => {
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
        className={isSoldElsewhere ? 'btn btn--quiet' : 'btn btn--danger btn--bare'}
        type="button"
        aria-label={isSoldElsewhere ? `${mine.soldElsewhere}: ${bike.productName}` : mine.deleteLabel(bike.productName)}
        disabled={bike.paid}
        title={bike.paid ? mine.soldNote : undefined}
        onClick={() => setIsConfirmOpen(true)}
      >
        <Icon of={isSoldElsewhere ? ClipboardCheck : Trash2} size={18} />
        {isSoldElsewhere ? mine.soldElsewhere : mine.delete}
      </button>
      {isConfirmOpen && (
        <LazyConfirm
          heading={mine.deleteHeading(bike.productName)}
          text={mine.deleteText}
          labels={{ confirm: mine.deleteConfirm, busy: mine.deleting, cancel: mine.cancel }}
          onConfirm={remove}
          onClose={() => setIsConfirmOpen(false)}
        />
      )}
    </>
  )
}

/** The way to the buyers who have booked the bike, or to the deal of one that is reserved or sold. */
const BookingsLink = ({ bike, className }: { bike: OwnBike; className: string }) => {
  const { bookings, bookingsLabel, soldDeal, soldDealLabel } = useMessages(sellingMessages).mine
  const { status, liveDeals, productName } = bike
  const isTaken = status === 'reserved' || status === 'sold'
  return (
    <Link
      className={className}
      to={liveDeals === 0 ? '/dashboard/deals?ended=all' : '/dashboard/deals'}
      aria-label={(isTaken ? soldDealLabel : bookingsLabel)(productName)}
    >
      {isTaken ? soldDeal : bookings}
    </Link>
  )
}

/** Why nobody sees the bike: what it waits for, or the decision that hides it. */
const WhyLink = ({ bike: { _id, status, productName } }: { bike: OwnBike }) => {
  const { whyHidden, whyHiddenLabel } = useMessages(sellingMessages).mine
  return (
    <Link
      className="btn btn--primary"
      to={status === 'waiting' ? `/dashboard/myproducts/${_id}/waits` : '/dashboard/standing'}
      aria-label={whyHiddenLabel(productName)}
    >
      {whyHidden}
    </Link>
  )
}

/** What comes first; advertising has its own column. A sold bike waits for nothing. */
const MainAct = ({ bike }: { bike: OwnBike }) => {
  const act = getMainAct(bike)
  if (act === 'read_why') return <WhyLink bike={bike} />
  if (act === null) return null
  return <BookingsLink bike={bike} className={bike.status === 'sold' ? 'btn btn--line' : 'btn btn--primary'} />
}

/** The edit link; sold and withdrawn bikes cannot be edited. */
const EditLink = ({ bike }: { bike: OwnBike }) => {
  const { edit } = useMessages(bikeDetailsMessages)
  if (bike.status !== 'available' && bike.status !== 'waiting') return null
  return (
    <Link
      className="btn btn--line"
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

/** Bookings of a bike that nobody sees do not come first. */
const hasFurtherBookings = (bike: OwnBike): boolean =>
  bike.liveDeals > 0 && (bike.status === 'hidden' || bike.status === 'waiting' || bike.status === 'withdrawn')

/** The acts of one bike: at most a main one and the edit stand in the row. */
export const RowActs = ({ bike }: { bike: OwnBike }) => {
  const { mine } = useMessages(sellingMessages)
  return (
    <>
      <MainAct bike={bike} />
      <EditLink bike={bike} />
      <MoreMenu label={mine.moreActs(bike.productName)}>
        {hasFurtherBookings(bike) && <BookingsLink bike={bike} className="btn btn--quiet" />}
        <NumbersLink bike={bike} />
        <PapersLink bike={bike} />
        <InspectionsLink bike={bike} />
        {bike.status === 'available' && bike.advertise === 'on' && <OffButton bike={bike} />}
        {(bike.status === 'available' || bike.status === 'waiting') && <DeleteButton bike={bike} isSoldElsewhere />}
        <DeleteButton bike={bike} />
      </MoreMenu>
    </>
  )
}
