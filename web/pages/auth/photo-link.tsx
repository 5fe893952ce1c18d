import { useEffect, useRef, useState, type FormEvent } from 'react'
import { PhotoUrlField } from '#web/components/profile-photo/photo-url-field.tsx'
import { useMessages } from '#web/context/app-context.ts'
import { registerMessages } from '#web/i18n/en/register.ts'

/** Whether the field has the link of another site. What the photo buttons fill in is shown beside them. */
const hasLink = (field: Element | null): boolean =>
  field instanceof HTMLInputElement && field.value !== '' && !field.value.startsWith('/pictures/')

/** The field for the link to a photo, folded until it is asked for, has a link or has a problem. */
export const PhotoLink = ({ id, problem }: { id: string; problem: string | undefined }) => {
  const register = useMessages(registerMessages)
  const fold = useRef<HTMLDetailsElement>(null)
  const [isOpen, setIsOpen] = useState(false)
  // A browser that goes back to this page fills in what was typed.
  useEffect(() => {
    if (hasLink(fold.current?.querySelector('input') ?? null)) fold.current?.setAttribute('open', '')
  }, [])
  const openForLink = ({ target }: FormEvent) => {
    if (target instanceof Element && hasLink(target)) setIsOpen(true)
  }
  return (
    <details
      ref={fold}
      open={isOpen || problem !== undefined}
      onToggle={({ currentTarget }) => setIsOpen(currentTarget.open)}
      onInput={openForLink}
    >
      <summary className="btn btn--quiet">{register.photoLink}</summary>
      <PhotoUrlField id={id} label={register.photo} hint={register.photoHint} problem={problem} />
    </details>
  )
}
