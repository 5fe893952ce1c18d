import { Camera } from 'lucide'
import { useEffect, useRef, useState } from 'react'
import { toDisplayError } from '#web/context/display-error.ts'
import { useApp, useMessages } from '#web/context/app-context.ts'
import { formMessages } from '#web/i18n/en/forms.ts'
import { profilePhotoMessages } from '#web/i18n/en/profile-photo.ts'
import { useReady } from '#web/ui/hydration/use-ready.ts'
import { FieldError } from '#web/ui/forms/field.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { uploadPhoto } from './upload-photo.ts'

// The registration loads this file anyway: another one would cost a request.
export { uploadPhoto } from './upload-photo.ts'

/** Writes into a field as typing does, so that the form clears the field's message. */
const fillIn = (input: HTMLInputElement, value: string): void => {
  input.value = value
  input.dispatchEvent(new Event('input', { bubbles: true }))
}

const findField = (id: string) => document.querySelector<HTMLInputElement>(`#${id}`)

/** The photo of this site whose URL is in the field, or '' for none; a photo of another site is not fetched. */
const useUploadedPhoto = (fieldId: string): string => {
  const [shown, setShown] = useState('')
  useEffect(() => {
    const field = findField(fieldId)
    const update = () => setShown(field?.value.startsWith('/pictures/') ? field.value : '')
    update()
    field?.addEventListener('input', update)
    return () => field?.removeEventListener('input', update)
  }, [fieldId])
  return shown
}

/** Uploads a person's photo, or a picture of the initials, and fills its URL into the field. */
const usePhotoUpload = (fieldId: string) => {
  const messages = useMessages(profilePhotoMessages)
  const { client } = useApp()
  const [isSending, setIsSending] = useState(false)
  const [failed, setFailed] = useState<string>()
  const send = async (source: File | { name: string }) => {
    setFailed(undefined)
    setIsSending(true)
    try {
      const url = await uploadPhoto(client, source)
      const field = findField(fieldId)
      if (field) fillIn(field, url)
    } catch (error) {
      setFailed(toDisplayError(error).message)
    }
    setIsSending(false)
  }
  const sendInitials = () => {
    const input = findField(fieldId)?.form?.elements.namedItem('name')
    const name = input instanceof HTMLInputElement ? input.value.trim() : ''
    if (name !== '') {
      void send({ name })
      return
    }
    setFailed(messages.nameFirst)
    if (input instanceof HTMLInputElement) input.focus()
  }
  return { isSending, failed, send, sendInitials }
}

type Props = {
  /** The id of the field for the URL; its form has the person's name in the field `name`. */
  fieldId: string
  /**
   * Whether somebody registers: without a photo the form then sends their initials, and clicks before the hydration are
   * replayed. Else the buttons wait for it.
   */
  isNew?: boolean
}

/** Two ways to a photo that need no URL: the camera or the photos of the phone, and the initials of the name. */
export const PhotoButtons = ({ fieldId, isNew = false }: Props) => {
  const messages = useMessages(profilePhotoMessages)
  const { optional } = useMessages(formMessages)
  const isReady = useReady()
  const shown = useUploadedPhoto(fieldId)
  const fileInput = useRef<HTMLInputElement>(null)
  const { isSending, failed, send, sendInitials } = usePhotoUpload(fieldId)
  const isDisabled = isSending || !(isReady || isNew)
  return (
    <div className="field needs-scripts">
      <span className="field__label">
        {messages.alt}
        {isNew && <span className="opt"> ({optional})</span>}
      </span>
      <div className="acts">
        {shown !== '' && <img className="avatar avatar--lg" src={shown} alt={messages.alt} />}
        <button
          className="btn btn--line"
          type="button"
          disabled={isDisabled}
          onClick={() => fileInput.current?.click()}
        >
          <Icon of={Camera} size={18} />
          {messages.choose}
        </button>
        {(shown !== '' || !isNew) && (
          <button className="btn btn--line" type="button" disabled={isDisabled} onClick={sendInitials}>
            {messages.initials}
          </button>
        )}
        <input
          ref={fileInput}
          type="file"
          hidden
          accept="image/*"
          aria-label={messages.choose}
          onChange={({ currentTarget }) => {
            const file = currentTarget.files?.[0]
            if (file) void send(file)
            // Reset, so that the same file can be chosen again.
            currentTarget.value = ''
          }}
        />
      </div>
      {isNew && <p className="hint">{messages.without}</p>}
      <div role="status">
        {isSending && <p className="hint">{messages.sending}</p>}
        {failed !== undefined && <FieldError>{failed}</FieldError>}
      </div>
    </div>
  )
}
