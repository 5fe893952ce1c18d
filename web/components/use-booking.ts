import { useRef, useState } from 'react'
import { useRevalidator } from 'react-router'
import { ApiResponseError, type Client } from '#contract/client.ts'
import type { Bookable } from '#web/lib/bike.ts'
import type { SessionUser } from '#web/session/auth-store.ts'
import { toDisplayError, type DisplayError } from '#web/context/display-error.ts'
import { toast } from '#web/ui/toast.ts'
import { useBuyerMessages } from '#web/context/use-buyer-messages.ts'
import { useFormat, useApp } from '#web/context/app-context.ts'
import type { Language } from '#web/i18n/language.ts'
import { loadMemberMessages } from '#web/i18n/load-member-messages.ts'
import { createBookingDraftStore, type BookingDraft } from '#web/lib/booking-draft.ts'
import { createId } from '#web/lib/create-id.ts'
import type { BookedOrder } from './booked-panel.tsx'

/** After these errors this person cannot book the bike any more, so the list is stale. */
const finalCodes = new Set(['bike_sold', 'bike_withdrawn', 'not_found'])

const readForm = (form: HTMLFormElement): BookingDraft => {
  const formData = new FormData(form)
  const getText = (name: keyof BookingDraft) => {
    const value = formData.get(name)
    return typeof value === 'string' ? value : ''
  }
  return { contactNumber: getText('contactNumber'), meetingLocation: getText('meetingLocation') }
}

/** Fills in a field that is still empty. */
const fillEmpty = (form: HTMLFormElement, name: keyof BookingDraft, value: string): void => {
  const field = form.elements.namedItem(name)
  if (!(field instanceof HTMLInputElement) || field.value !== '') return
  field.value = value
  // Whoever is about to type something else replaces this, instead of adding to it.
  if (document.activeElement === field) field.select()
}

/** A new order: another buyer may have been first since the page was loaded. Without an answer the order's page says so. */
const fetchOrder = async (client: Client, id: string, language: Language): Promise<BookedOrder> => {
  const [deal] = await Promise.all([
    client('GET /deals/:id', { params: { id } }).catch(() => null),
    // In Bangla the panel's messages are a chunk of their own; without it they are in English.
    loadMemberMessages(language).catch(() => {}),
  ])
  return { id, isInLine: deal !== null && deal.linePlace !== null }
}

/**
 * State of booking one bike: the price agreed to, the submit error, and the request. An error that arrives after the
 * dialog was closed is shown as a toast.
 */
export const useBooking = (bike: Bookable, user: SessionUser) => {
  const { booking } = useBuyerMessages()
  const { client, language, loadMemberBikes } = useApp()
  const { taka } = useFormat()
  const { revalidate } = useRevalidator()
  const draftStore = createBookingDraftStore({ uid: user.uid, bikeId: bike._id })
  const [priceTaka, setPriceTaka] = useState(bike.salePrice)
  const [isBusy, setIsBusy] = useState(false)
  const [isGone, setIsGone] = useState(false)
  const [booked, setBooked] = useState<BookedOrder | null>(null)
  const [submitError, setSubmitError] = useState<DisplayError>()
  // The same form sent again after a lost answer has the same key, so that it books once and says so.
  const attempt = useRef({ text: '', key: '' })

  /** Completes the server's message with the new price, or says that the bike was withdrawn. */
  const toMessage = (message: string, code: string, newPrice: number | undefined): string => {
    if (newPrice !== undefined) return `${message} ${booking.newPrice(taka(newPrice), taka(priceTaka))}`
    return code === 'not_found' ? booking.withdrawn : message
  }

  const handleError = (error: unknown, form: HTMLFormElement) => {
    const displayError = toDisplayError(error)
    const { code, body } = error instanceof ApiResponseError ? error : { code: '', body: {} }
    const newPrice = body.salePrice
    const message = toMessage(displayError.message, code, newPrice)
    if (newPrice !== undefined) setPriceTaka(newPrice)
    if (finalCodes.has(code)) setIsGone(true)
    setSubmitError({ ...displayError, message })
    if (!form.isConnected) toast.error(message)
  }

  /** Fills in number and place of the last booking, unless something was typed meanwhile. */
  const fillFromLast = async (form: HTMLFormElement) => {
    const [last] = await client('GET /bookings', { query: { limit: '1' } })
    if (!last) return
    // As a number is said in Bangladesh.
    fillEmpty(form, 'contactNumber', last.contactNumber.replace(/^\+880/, '0'))
    fillEmpty(form, 'meetingLocation', last.meetingLocation)
  }

  const book = async (form: HTMLFormElement) => {
    if (isBusy) return
    setIsBusy(true)
    const { _id: producId, productName, image } = bike
    try {
      const body = { producId, productName, email: user.email, image, salePrice: priceTaka, ...readForm(form) }
      const text = JSON.stringify(body)
      if (attempt.current.text !== text) attempt.current = { text, key: createId() }
      const { insertedId } = await client('POST /bookings', { body }, { idempotencyKey: attempt.current.key })
      draftStore.clear()
      void loadMemberBikes?.().then(
        ({ booked }) => booked.add(producId, insertedId),
        () => {},
      )
      const order = await fetchOrder(client, insertedId, language)
      setBooked(order)
      // The dialog was closed while the request was under way.
      if (!form.isConnected) toast.success((order.isInLine ? booking.line : booking).success)
    } catch (error) {
      handleError(error, form)
    } finally {
      setIsBusy(false)
    }
  }

  return {
    priceTaka,
    isBusy,
    isGone,
    /** The order, once the bike is booked. */
    booked,
    submitError,
    draft: draftStore.read(),
    book,
    fillFromLast,
    saveDraft: (form: HTMLFormElement) => draftStore.save(readForm(form)),
    /** Revalidates a stale list only on close, because the dialog is rendered inside that list. */
    handleClosed: () => {
      if (isGone || priceTaka !== bike.salePrice) void revalidate()
    },
  }
}
