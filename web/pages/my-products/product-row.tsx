import { Megaphone, Pencil, Trash2 } from 'lucide'
import { useState } from 'react'
import { Link, useRevalidator } from 'react-router'
import type { Bike } from '#web/lib/bike.ts'
import { troubleOf } from '#web/context/display-error.ts'
import { Confirm } from '#web/ui/confirm.tsx'
import { toast } from '#web/ui/toast.ts'
import { Wheel } from '#web/ui/spinner.tsx'
import { bikeDetails } from '#web/i18n/en/bike-details.ts'
import { selling } from '#web/i18n/en/selling.ts'
import { useChapter, useFigures, useWorld } from '#web/context/app-context.ts'
import { Icon } from '#web/ui/icon.tsx'

const Status = ({ bike }: { bike: Bike }) => {
  const { mine } = useChapter(selling)
  return (
    <span className={`badge ${bike.status === 'available' ? 'badge--good' : 'badge--stop'}`}>
      {mine.statuses[bike.status]}
    </span>
  )
}

/** "On" advertises the bike; who was faster in another tab finds it advertised. */
const On = ({ bike }: { bike: Bike }) => {
  const { mine } = useChapter(selling)
  const { client } = useWorld()
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
      toast.error(troubleOf(error).message)
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
      {isBusy && <Wheel size={18} className="wheel-in" />}
      {mine.on}
    </button>
  )
}

const Advertisement = ({ bike }: { bike: Bike }) => {
  const { mine } = useChapter(selling)
  if (bike.status !== 'available') return <span className="muted">{mine.notAvailable}</span>
  if (bike.advertise !== 'on') return <On bike={bike} />
  return (
    <span className="badge badge--warn">
      <Icon of={Megaphone} size={14} />
      {mine.advertised}
    </span>
  )
}

/** Takes the bike off the shop after a question. What is sold stays, and the button says why. */
const Delete = ({ bike }: { bike: Bike }) => {
  const { mine } = useChapter(selling)
  const { client } = useWorld()
  const { revalidate } = useRevalidator()
  const [isAsking, setIsAsking] = useState(false)
  const remove = async () => {
    try {
      const { deletedCount } = await client('DELETE /allbikes/:id', { params: { id: bike._id } })
      if (deletedCount > 0) toast.success(mine.deleteSuccess)
    } catch (error) {
      toast.error(troubleOf(error).message)
    }
    await revalidate()
  }
  return (
    <>
      <button
        className="btn btn--danger btn--bare"
        type="button"
        aria-label={mine.deleteOf(bike.productName)}
        disabled={bike.paid}
        title={bike.paid ? mine.soldStays : undefined}
        onClick={() => setIsAsking(true)}
      >
        <Icon of={Trash2} size={18} />
        {mine.delete}
      </button>
      {isAsking && (
        <Confirm
          heading={mine.deleteHeading(bike.productName)}
          text={mine.deleteText}
          words={{ act: mine.delete, busy: mine.deleting, keep: mine.keep }}
          onAct={remove}
          onClose={() => setIsAsking(false)}
        />
      )}
    </>
  )
}

/** What is sold or taken off stays as it was. */
const Edit = ({ bike }: { bike: Bike }) => {
  const { edit } = useChapter(bikeDetails)
  if (bike.status !== 'available') return null
  return (
    <Link
      className="btn btn--quiet"
      to={`/dashboard/myproducts/${bike._id}`}
      aria-label={edit.editOf(bike.productName)}
    >
      <Icon of={Pencil} size={18} />
      {edit.edit}
    </Link>
  )
}

/** One of the seller's bikes: a row, and below md a card. */
export const ProductRow = ({ bike, number }: { bike: Bike; number: number }) => {
  const { columns, saleUndone } = useChapter(selling).mine
  const { digits, taka } = useFigures()
  return (
    <tr>
      <td className="no">{digits(number)}</td>
      <td className="name">{bike.productName}</td>
      <td className="price num">{taka(bike.salePrice)}</td>
      <td className="cell" data-label={columns.status}>
        <Status bike={bike} />
        {bike.status === 'withdrawn' && <p className="muted">{saleUndone}</p>}
      </td>
      <td className="cell" data-label={columns.advertisement}>
        <Advertisement bike={bike} />
      </td>
      <td className="act end">
        <Edit bike={bike} />
        <Delete bike={bike} />
      </td>
    </tr>
  )
}
