import { maxContactDigits, minContactDigits } from '#contract/limits.ts'
import { maxPlaceCharacters } from '#contract/deals/text-lengths.ts'
import { useEffect, useEffectEvent, useRef, useState, type FormEvent } from 'react'
import type { Bookable } from '#web/lib/bike.ts'
import type { SessionUser } from '#web/session/auth-store.ts'
import { Field, FormError } from '#web/ui/forms/field.tsx'
import { ModalHead } from '#web/ui/modal-head.tsx'
import { Modal } from '#web/ui/modal.tsx'
import { useBackCloses } from '#web/ui/use-back-closes.ts'
import { Submit } from '#web/ui/forms/submit.tsx'
import { useCheckedForm } from '#web/ui/forms/use-checked-form.ts'
import { useBuyerMessages } from '#web/context/use-buyer-messages.ts'
import { useFormat, useSession } from '#web/context/app-context.ts'
import { BookedPanel } from './booked-panel.tsx'
import { LoginSheet } from './login/login-sheet.tsx'
import { useBooking } from './use-booking.ts'

const fields = ['contactNumber', 'meetingLocation'] as const

/** Digits of both scripts, a leading plus, and common separators. The server validates the number again. */
const telephonePattern = String.raw`[\s\(]*\+?[\s.\(\)\-]*(?:[0-9০-৯][\s.\(\)\-]*){${minContactDigits},${maxContactDigits}}`

const ReadOnly = ({ id, label, value }: { id: string; label: string; value: string }) => (
  <div>
    <label htmlFor={id}>{label}</label>
    <input id={id} value={value} readOnly />
  </div>
)

const Summary = ({ bike, priceTaka, user }: { bike: Bookable; priceTaka: number; user: SessionUser }) => {
  const { booking } = useBuyerMessages()
  const { taka } = useFormat()
  return (
    <div className="summary">
      <ReadOnly id="booking-product" label={booking.product} value={bike.productName} />
      <ReadOnly id="booking-price" label={booking.price} value={taka(priceTaka)} />
      <ReadOnly id="booking-name" label={booking.name} value={user.displayName} />
      <ReadOnly id="booking-email" label={booking.email} value={user.email} />
    </div>
  )
}

/** `showModal` focuses the element with this attribute. React's `autoFocus` runs earlier and is overridden. */
const markAutofocus = (input: HTMLInputElement | null) => input?.setAttribute('autofocus', '')

type BookingState = ReturnType<typeof useBooking>

const BookingFields = ({
  problems,
  draft,
  general,
}: {
  problems: Record<string, string>
  draft: BookingState['draft']
  general: string | undefined
}) => {
  const { booking } = useBuyerMessages()
  return (
    <div className="form">
      <Field
        ref={markAutofocus}
        id="booking-number"
        name="contactNumber"
        type="tel"
        inputMode="numeric"
        autoComplete="tel"
        maxLength={40}
        pattern={telephonePattern}
        label={booking.contactNumber}
        hint={booking.contactHint}
        defaultValue={draft.contactNumber}
        problem={problems.contactNumber}
      />
      <Field
        id="booking-place"
        name="meetingLocation"
        type="text"
        maxLength={maxPlaceCharacters}
        label={booking.meetingLocation}
        hint={booking.meetingHint}
        defaultValue={draft.meetingLocation}
        problem={problems.meetingLocation}
      />
      <FormError message={general} />
    </div>
  )
}

type FormProps = {
  bike: Bookable
  user: SessionUser
  booking: BookingState
  isReserved: boolean
  onClose: () => void
}

const Form = ({ bike, user, booking: bookingState, isReserved, onClose }: FormProps) => {
  const { booking } = useBuyerMessages()
  const [draft] = useState(bookingState.draft)
  const form = useRef<HTMLFormElement>(null)
  const fillOnce = useEffectEvent(() => {
    // Without an answer the number is typed.
    if (form.current) bookingState.fillFromLast(form.current).catch(() => {})
  })
  useEffect(() => fillOnce(), [])
  const { problems, general, formProps } = useCheckedForm(booking, bookingState.submitError, fields)
  const onSubmit = (event: FormEvent<HTMLFormElement>) => {
    formProps.onSubmit(event)
    if (event.defaultPrevented) return
    event.preventDefault()
    void bookingState.book(event.currentTarget)
  }
  const onInput = (event: FormEvent<HTMLFormElement>) => {
    formProps.onInput(event)
    bookingState.saveDraft(event.currentTarget)
  }
  return (
    <form ref={form} {...formProps} onSubmit={onSubmit} onInput={onInput}>
      <ModalHead heading={(isReserved ? booking.line : booking).heading} close={{ label: booking.close, onClose }} />
      <div className="modal__body">
        <Summary bike={bike} priceTaka={bookingState.priceTaka} user={user} />
        <p className="modal__note">{(isReserved ? booking.line : booking).terms}</p>
        <BookingFields problems={problems} draft={draft} general={general} />
      </div>
      <div className="modal__foot">
        {!bookingState.isGone && (
          <Submit isBusy={bookingState.isBusy} busyText={booking.submitting}>
            {booking.submit}
          </Submit>
        )}
        <button className="btn btn--line btn--lg" type="button" onClick={onClose}>
          {booking.close}
        </button>
      </div>
    </form>
  )
}

type Props = {
  bike: Bookable & { slug: string }
  /** Another buyer comes first, so that booking is standing in line. */
  isReserved: boolean
  onClose: () => void
}

const Dialog = ({ bike, isReserved, user, onClose }: Props & { user: SessionUser }) => {
  const { booking: messages } = useBuyerMessages()
  const booking = useBooking(bike, user)
  const close = () => {
    onClose()
    booking.handleClosed()
  }
  useBackCloses(close)
  const { booked } = booking
  const texts = (booked?.isInLine ?? isReserved) ? messages.line : messages
  const label = booked === null ? texts.heading : texts.success
  return (
    <Modal label={label} className="modal" onClose={close}>
      {booked === null ? (
        <Form bike={bike} user={user} booking={booking} isReserved={isReserved} onClose={close} />
      ) : (
        <BookedPanel booked={booked} bike={bike} onClose={close} />
      )}
    </Modal>
  )
}

/**
 * The booking form: bike and buyer are read-only; contact number and meeting place are entered. A visitor is asked to log
 * in instead.
 */
export const BookingDialog = (props: Props) => {
  const authState = useSession()
  return authState.state === 'member' ? <Dialog {...props} user={authState.user} /> : <LoginSheet {...props} />
}
