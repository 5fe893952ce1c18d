import { Bell as BellIcon } from 'lucide'
import { lazy, Suspense, useEffect, useRef, useState } from 'react'
import { Link } from 'react-router'
import { useFormat, useMessages } from '#web/context/app-context.ts'
import { bellMessages } from '#web/i18n/en/bell.ts'
import { Icon } from '#web/ui/icon.tsx'
import { useUnseenCount } from './use-unseen-count.ts'
import { LoadingPart } from '#web/ui/loading-part.tsx'

const BellPanel = lazy(async () => ({ default: (await import('./bell-panel.tsx')).BellPanel }))

const panelId = 'notifications-panel'
const maxShown = 9

/** Calls `onClose` for Escape and for a click outside of the element. */
const useDismiss = (isOpen: boolean, onClose: () => void) => {
  const element = useRef<HTMLSpanElement>(null)
  useEffect(() => {
    if (!isOpen) return undefined
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.key === 'Escape') onClose()
    }
    const onPointerDown = ({ target }: PointerEvent) => {
      if (target instanceof Node && element.current?.contains(target) === false) onClose()
    }
    document.addEventListener('keydown', onKeyDown)
    document.addEventListener('pointerdown', onPointerDown)
    return () => {
      document.removeEventListener('keydown', onKeyDown)
      document.removeEventListener('pointerdown', onPointerDown)
    }
  }, [isOpen, onClose])
  return element
}

/** The bell with the count of new notifications: a link on phones, a button with a panel from breakpoint lg on. */
export const Bell = () => {
  const { label } = useMessages(bellMessages)
  const { count, digits } = useFormat()
  const unseen = useUnseenCount()
  const [isOpen, setIsOpen] = useState(false)
  const [close] = useState(() => () => setIsOpen(false))
  const element = useDismiss(isOpen, close)
  const shown = unseen > maxShown ? `${digits(maxShown)}+` : count(unseen)
  const name = label(unseen > 0 ? shown : '')
  const sign = (
    <>
      <Icon of={BellIcon} size={22} />
      {unseen > 0 && <b aria-hidden>{shown}</b>}
    </>
  )
  return (
    <span ref={element} className="bell">
      <Link className="topbtn only-narrow" to="/dashboard/notifications" aria-label={name}>
        {sign}
      </Link>
      <button
        className="topbtn only-wide"
        type="button"
        aria-label={name}
        aria-expanded={isOpen}
        aria-controls={panelId}
        onClick={() => setIsOpen(!isOpen)}
      >
        {sign}
      </button>
      {isOpen && (
        <Suspense fallback={<LoadingPart />}>
          <BellPanel id={panelId} onClose={close} />
        </Suspense>
      )}
    </span>
  )
}
