import { useRef } from 'react'
import { Link, useLocation } from 'react-router'
import { useAuthInBrowser } from '#web/components/app-browser/use-auth-in-browser.ts'
import { useMessages } from '#web/context/app-context.ts'
import { useBuyerMessages } from '#web/context/use-buyer-messages.ts'
import { authMessages } from '#web/i18n/en/auth.ts'
import { toBookingFragment } from '#web/lib/bike.ts'
import { toAuthPath } from '#web/session/return-path.ts'
import { Modal } from '#web/ui/modal.tsx'
import { ModalHead } from '#web/ui/modal-head.tsx'
import { useBackCloses } from '#web/ui/use-back-closes.ts'
import { SentenceWithName } from '#web/ui/sentence-with-name.tsx'
import { SocialButton } from './social-button.tsx'

type Props = { bike: { productName: string; slug: string }; onClose: () => void }

/** Spec §8: a visitor who wants to book is asked to log in. Each way leads back to the booking form of the bike. */
export const LoginSheet = ({ bike, onClose }: Props) => {
  const { booking, card, topBar } = useBuyerMessages()
  const { login } = useMessages(authMessages)
  const { isInApp, Part } = useAuthInBrowser()
  const noForm = useRef(null)
  const { pathname, search } = useLocation()
  useBackCloses(onClose)
  const fragment = toBookingFragment(bike.slug)
  const returnTo = pathname + search
  const from = returnTo + fragment
  return (
    <Modal role="alertdialog" label={card.loginForBooking} className="modal" onClose={onClose}>
      <div role="alert">
        <ModalHead heading={card.loginForBooking} close={{ label: booking.close, onClose }} />
      </div>
      <div className="modal__body">
        <p className="lead">
          <SentenceWithName text={booking.afterLogin(bike.productName)} name={bike.productName} />
        </p>
      </div>
      <div className="modal__foot modal__foot--column">
        {/* In place of the entry that the dialog has in the history. */}
        <Link className="btn btn--primary btn--lg" to={toAuthPath('/login', { from })} replace>
          {topBar.login}
        </Link>
        {!isInApp && <SocialButton label={login.social} returnTo={returnTo} fragment={fragment} />}
        <Link className="btn btn--line btn--lg" to={toAuthPath('/register', { from })} replace>
          {topBar.registration}
        </Link>
        {Part !== null && <Part form={noForm} fragment={fragment} typed={undefined} />}
      </div>
    </Modal>
  )
}
