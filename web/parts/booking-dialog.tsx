import { X } from 'lucide-react'
import { useState, type FormEvent } from 'react'
import type { Bike } from '../bike.ts'
import { taka } from '../money.ts'
import type { SessionUser } from '../session.ts'
import { troubleOf, type Trouble } from '../trouble.ts'
import { Field, FormError } from '../ui/field.tsx'
import { Modal } from '../ui/modal.tsx'
import { Submit } from '../ui/submit.tsx'
import { toast } from '../ui/toast.ts'
import { useCheckedForm } from '../ui/use-checked-form.ts'
import { useSession, useWords, useWorld } from '../world.ts'

const fields = ['contactNumber', 'meetingLocation'] as const

const ReadOnly = ({ id, label, value }: { id: string; label: string; value: string }) => (
  <div>
    <label htmlFor={id}>{label}</label>
    <input id={id} value={value} readOnly />
  </div>
)

const Summary = ({ bike, user }: { bike: Bike; user: SessionUser }) => {
  const { booking } = useWords()
  return (
    <div className="summary">
      <ReadOnly id="booking-product" label={booking.product} value={bike.productName} />
      <ReadOnly id="booking-price" label={booking.price} value={taka(bike.salePrice)} />
      <ReadOnly id="booking-name" label={booking.name} value={user.displayName} />
      <ReadOnly id="booking-email" label={booking.email} value={user.email} />
    </div>
  )
}

const useBooking = (bike: Bike, onClose: () => void) => {
  const { booking } = useWords()
  const { client } = useWorld()
  const [isBusy, setIsBusy] = useState(false)
  const [refused, setRefused] = useState<Trouble>()
  const book = async (form: FormData) => {
    setIsBusy(true)
    const { _id: producId, productName, image, salePrice } = bike
    const typed = { contactNumber: String(form.get('contactNumber')), meetingLocation: String(form.get('meetingLocation')) }
    try {
      await client('POST /bookings', { body: { producId, productName, image, salePrice, ...typed } })
      toast.success(booking.success)
      onClose()
    } catch (error) {
      setRefused(troubleOf(error))
    } finally {
      setIsBusy(false)
    }
  }
  return { isBusy, refused, book }
}

const Form = ({ bike, user, onClose }: { bike: Bike; user: SessionUser; onClose: () => void }) => {
  const { booking } = useWords()
  const { isBusy, refused, book } = useBooking(bike, onClose)
  const { problems, general, formProps } = useCheckedForm(booking, refused, fields)
  const onSubmit = (event: FormEvent<HTMLFormElement>) => {
    formProps.onSubmit(event)
    if (event.defaultPrevented) return
    event.preventDefault()
    void book(new FormData(event.currentTarget))
  }
  return (
    <form {...formProps} onSubmit={onSubmit}>
      <div className="modal__head">
        <div>
          <h2>{booking.heading}</h2>
          <span className="heading__rule" aria-hidden />
        </div>
        <button className="xbtn" type="button" aria-label={booking.close} onClick={onClose}>
          <X size={22} aria-hidden />
        </button>
      </div>
      <div className="modal__body">
        <Summary bike={bike} user={user} />
        <div className="form">
          <Field id="booking-number" name="contactNumber" type="tel" inputMode="numeric" autoComplete="tel" autoFocus label={booking.contactNumber} problem={problems.contactNumber} />
          <Field id="booking-place" name="meetingLocation" label={booking.meetingLocation} hint={booking.meetingHint} problem={problems.meetingLocation} />
          <FormError message={general} />
        </div>
      </div>
      <div className="modal__foot">
        <Submit isBusy={isBusy} busyText={booking.submitting}>
          {booking.submit}
        </Submit>
        <button className="btn btn--line btn--lg" type="button" onClick={onClose}>
          {booking.close}
        </button>
      </div>
    </form>
  )
}

/** Books a bike: what it is and who asks stand read-only, the number and the meeting place are asked for. */
export const BookingDialog = ({ bike, onClose }: { bike: Bike; onClose: () => void }) => {
  const { booking } = useWords()
  const who = useSession()
  if (who.state !== 'member') return null
  return (
    <Modal label={booking.heading} className="modal" onClose={onClose}>
      <Form bike={bike} user={who.user} onClose={onClose} />
    </Modal>
  )
}
