import { useState } from 'react'
import { useRevalidator } from 'react-router'
import { Refusal } from '#contract/client.ts'
import type { Bookable } from '#web/lib/bike.ts'
import type { SessionUser } from '#web/session/session.ts'
import { troubleOf, type Trouble } from '#web/context/display-error.ts'
import { toast } from '#web/ui/toast.ts'
import { useBuyerWords } from '#web/context/use-buyer-messages.ts'
import { useFigures, useWorld } from '#web/context/app-context.ts'
import { bookingDraft, type BookingDraft } from '#web/lib/booking-draft.ts'

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
export const useBooking = (bike: Bookable, user: SessionUser) => {
  const { booking } = useBuyerWords()
  const { client } = useWorld()
  const { taka } = useFigures()
  const { revalidate } = useRevalidator()
  const draft = bookingDraft({ uid: user.uid, bikeId: bike._id })
  const [priceTaka, setPriceTaka] = useState(bike.salePrice)
  const [isBusy, setIsBusy] = useState(false)
  const [isGone, setIsGone] = useState(false)
  const [refused, setRefused] = useState<Trouble>()

  /** The shop's sentence, and what it leaves open: what the price is now, or that what is not there was this bike. */
  const sentence = (told: string, code: string, newPrice: number | undefined): string => {
    if (newPrice !== undefined) return `${told} ${booking.newPrice(taka(newPrice), taka(priceTaka))}`
    return code === 'not_found' ? booking.gone : told
  }

  const hear = (error: unknown, form: HTMLFormElement) => {
    const trouble = troubleOf(error)
    const { code, body } = error instanceof Refusal ? error : { code: '', body: {} }
    const newPrice = body.salePrice
    const message = sentence(trouble.message, code, newPrice)
    if (newPrice !== undefined) setPriceTaka(newPrice)
    if (ends.has(code)) setIsGone(true)
    setRefused({ ...trouble, message })
    if (!form.isConnected) toast.error(message)
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
    /** What the list says of the bike is stale by now; it is read anew only here, because the dialog stands inside it. */
    closed: () => {
      if (isGone || priceTaka !== bike.salePrice) void revalidate()
    },
  }
}
