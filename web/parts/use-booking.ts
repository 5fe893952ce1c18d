import { useState } from 'react'
import { useRevalidator } from 'react-router'
import { Refusal } from '../../contract/client.ts'
import type { Bike } from '../bike.ts'
import { taka } from '../money.ts'
import type { SessionUser } from '../session.ts'
import { troubleOf, type Trouble } from '../trouble.ts'
import { toast } from '../ui/toast.ts'
import { useBuyerWords } from '../words/use-buyer-words.ts'
import { useWorld } from '../world.ts'
import { bookingDraft, type BookingDraft } from './booking-draft.ts'

/** After these the bike cannot be booked by this person any more, so the list is stale. */
const ends = new Set(['bike_sold', 'bike_withdrawn', 'not_found'])

const read = (form: HTMLFormElement): BookingDraft => {
  const typed = new FormData(form)
  const textOf = (name: keyof BookingDraft) => {
    const value = typed.get(name)
    return typeof value === 'string' ? value : ''
  }
  return { contactNumber: textOf('contactNumber'), meetingLocation: textOf('meetingLocation') }
}

/**
 * Booking one bike: the price that was agreed to, what the shop refused, and the sending.
 * A refusal that comes after the dialog was closed is told in a toast, since nobody would see it in the form.
 */
export const useBooking = (bike: Bike, user: SessionUser) => {
  const { booking } = useBuyerWords()
  const { client } = useWorld()
  const { revalidate } = useRevalidator()
  const draft = bookingDraft({ uid: user.uid, bikeId: bike._id })
  const [priceTaka, setPriceTaka] = useState(bike.salePrice)
  const [isBusy, setIsBusy] = useState(false)
  const [isGone, setIsGone] = useState(false)
  const [refused, setRefused] = useState<Trouble>()

  const hear = (error: unknown, form: HTMLFormElement) => {
    const { message, ...trouble } = troubleOf(error)
    const newPrice = error instanceof Refusal ? error.body.salePrice : undefined
    const told = newPrice === undefined ? message : `${message} ${booking.newPrice(taka(newPrice), taka(priceTaka))}`
    if (newPrice !== undefined) setPriceTaka(newPrice)
    if (error instanceof Refusal && ends.has(error.code)) setIsGone(true)
    setRefused({ ...trouble, message: told })
    if (!form.isConnected) toast.error(told)
  }

  const book = async (form: HTMLFormElement) => {
    if (isBusy) return
    setIsBusy(true)
    const { _id: producId, productName, image } = bike
    try {
      await client('POST /bookings', {
        body: { producId, productName, email: user.email, image, salePrice: priceTaka, ...read(form) },
      })
      draft.forget()
      toast.success(booking.success)
      form.closest('dialog')?.close()
    } catch (error) {
      hear(error, form)
    } finally {
      setIsBusy(false)
    }
  }

  return {
    priceTaka,
    isBusy,
    isGone,
    refused,
    draft: draft.read(),
    book,
    keepDraft: (form: HTMLFormElement) => draft.keep(read(form)),
    /** A bike that is gone leaves the list only now, because its dialog stands inside its card. */
    closed: () => {
      if (isGone) void revalidate()
    },
  }
}
