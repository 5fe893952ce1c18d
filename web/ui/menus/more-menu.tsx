// What most rows of a list do without, behind "⋯".
import { Ellipsis } from 'lucide'
import {
  type FocusEvent,
  type KeyboardEvent,
  type MouseEvent,
  type ReactNode,
  type SyntheticEvent,
  useEffect,
  useRef,
} from 'react'
import { Icon } from '#web/ui/icon.tsx'

/** Closes the menu on a tap outside of it. */
const useCloseOutside = () => {
  const menu = useRef<HTMLDetailsElement>(null)
  useEffect(() => {
    const closeOutside = ({ target }: PointerEvent) => {
      if (menu.current && target instanceof Node && !menu.current.contains(target)) menu.current.open = false
    }
    document.addEventListener('pointerdown', closeOutside)
    return () => document.removeEventListener('pointerdown', closeOutside)
  }, [])
  return menu
}

/** Closes the menu and gives the focus back to its button, so that a dialog that closes later returns to it. */
const close = (menu: HTMLDetailsElement) => {
  menu.open = false
  menu.querySelector('summary')?.focus()
}

const closeOnEscape = ({ key, currentTarget }: KeyboardEvent<HTMLDetailsElement>) => {
  if (key === 'Escape' && currentTarget.open) close(currentTarget)
}

/** A press on nothing, and in Safari on a button, moves the focus to no element: the menu stays then. */
const closeOnLeave = ({ relatedTarget, currentTarget }: FocusEvent<HTMLDetailsElement>) => {
  if (relatedTarget !== null && !currentTarget.contains(relatedTarget)) currentTarget.open = false
}

/** At the end of the screen the entries would open below it. */
const showEntries = ({ currentTarget }: SyntheticEvent<HTMLDetailsElement>) => {
  if (currentTarget.open) currentTarget.lastElementChild?.scrollIntoView({ block: 'nearest' })
}

/** An entry of the menu closes it. React passes clicks in a dialog of an entry on to here, too. */
const closeOnEntry = ({ target, currentTarget }: MouseEvent<HTMLDetailsElement>) => {
  if (!(target instanceof Element) || !currentTarget.contains(target)) return
  if (target.closest('.moreacts__entries :is(a, button)')) close(currentTarget)
}

/** A button with links and buttons behind it. It works without scripts; `label` names what they are for. */
export const MoreMenu = ({ label, children }: { label: string; children: ReactNode }) => {
  const menu = useCloseOutside()
  return (
    // The entries are links and buttons, which have their own keys.
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-noninteractive-element-interactions
    <details
      ref={menu}
      className="moreacts"
      onClick={closeOnEntry}
      onKeyDown={closeOnEscape}
      onBlur={closeOnLeave}
      onToggle={showEntries}
    >
      <summary className="btn btn--quiet" aria-label={label} title={label}>
        <Icon of={Ellipsis} size={20} />
      </summary>
      <div className="moreacts__entries">{children}</div>
    </details>
  )
}
