import { Mail, MapPin } from 'lucide'
import { useRef } from 'react'
import type { Client } from '#contract/client.ts'
import { createId } from '#web/lib/create-id.ts'
import { getFormText } from '#web/lib/get-form-text.ts'
import { NoScriptsNote } from '#web/ui/no-scripts-note.tsx'
import { Field, FormError, TextField } from '#web/ui/forms/field.tsx'
import { Heading } from '#web/ui/heading.tsx'
import { Submit } from '#web/ui/forms/submit.tsx'
import { toast } from '#web/ui/toast.ts'
import { useCheckedForm, type Problems } from '#web/ui/forms/use-checked-form.ts'
import { useFormSubmit } from '#web/ui/forms/use-form-submit.ts'
import { homeBelowFoldMessages } from '#web/i18n/en/home-below-fold.ts'
import { formMessages } from '#web/i18n/en/forms.ts'
import { useMessages, useApp } from '#web/context/app-context.ts'
import { Icon } from '#web/ui/icon.tsx'

const fields = ['name', 'email', 'phone', 'subject', 'message'] as const

/** An empty field is omitted from the request, since the API treats it as optional. */
const getOptional = (form: FormData, field: string): string | undefined => getFormText(form, field).trim() || undefined

/** Sends the contact message. `draftId` makes a repeated request idempotent. */
const sendMessage = async (client: Client, form: FormData, draftId: string): Promise<void> => {
  const [name, email = '', phone, subject, message] = fields.map((field) => getOptional(form, field))
  await client('POST /contact', { body: { name, email, phone, subject, message, draftId } }, { as: 'anyone' })
}

const Address = () => {
  const { contact } = useMessages(homeBelowFoldMessages)
  return (
    <div>
      <Heading>{contact.heading}</Heading>
      <div className="where">
        <div>
          <Icon of={MapPin} size={22} />
          <p>{contact.address}</p>
        </div>
        <div>
          <Icon of={Mail} size={22} />
          <ul className="where__mails">
            {contact.emails.map((email) => (
              <li key={email}>
                <a href={`mailto:${email}`}>{email}</a>
              </li>
            ))}
          </ul>
        </div>
      </div>
      <h3 className="h3">{contact.hours}</h3>
      <table className="hours">
        <tbody>
          {contact.days.map(({ day, time }) => (
            <tr key={day}>
              <th scope="row">{day}</th>
              <td>{time}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

/** A successful submit empties the form; an error keeps everything as typed. */
const useContactForm = () => {
  const { success } = useMessages(homeBelowFoldMessages).contact
  const { client } = useApp()
  const form = useRef<HTMLFormElement>(null)
  // Idempotency key: a retry after a lost response does not store the message twice.
  const draftId = useRef<string | null>(null)
  const sendState = useFormSubmit(async (formData) => {
    draftId.current ??= createId()
    await sendMessage(client, formData, draftId.current)
    draftId.current = null
    form.current?.reset()
    toast.success(success)
  })
  return { ...sendState, form }
}

type ContactFieldsProps = { problems: Problems; optional: string }

const ContactFields = ({ problems, optional }: ContactFieldsProps) => {
  const { contact } = useMessages(homeBelowFoldMessages)
  return (
    <>
      <div className="cols">
        <Field
          id="contact-name"
          name="name"
          autoComplete="name"
          label={contact.name}
          optional={optional}
          problem={problems.name}
        />
        <Field
          id="contact-email"
          name="email"
          type="email"
          autoComplete="email"
          label={contact.email}
          problem={problems.email}
        />
      </div>
      <div className="cols">
        <Field
          id="contact-phone"
          name="phone"
          type="tel"
          autoComplete="tel"
          label={contact.phone}
          optional={optional}
          problem={problems.phone}
        />
        <Field
          id="contact-subject"
          name="subject"
          label={contact.subject}
          optional={optional}
          problem={problems.subject}
        />
      </div>
      <TextField
        id="contact-message"
        name="message"
        rows={5}
        label={contact.message}
        optional={optional}
        problem={problems.message}
      />
    </>
  )
}

const ContactForm = () => {
  const formTexts = useMessages(formMessages)
  const { contact } = useMessages(homeBelowFoldMessages)
  const { isBusy, error, submit, form } = useContactForm()
  const { problems, general, formProps } = useCheckedForm(contact, error, fields)
  return (
    <form
      className="panel form"
      method="post"
      ref={form}
      {...formProps}
      onSubmit={(event) => {
        formProps.onSubmit(event)
        submit(event)
      }}
    >
      <ContactFields problems={problems} optional={formTexts.optional} />
      <FormError message={general} />
      <div>
        <Submit isBusy={isBusy} busyText={contact.submitting}>
          {contact.submit}
        </Submit>
      </div>
      <NoScriptsNote />
    </form>
  )
}

export const ContactSection = () => (
  <section className="section section--sunken" id="contact">
    <div className="wrap split">
      <Address />
      <ContactForm />
    </div>
  </section>
)
