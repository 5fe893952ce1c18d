import { Mail, MapPin } from 'lucide'
import { useEffect, useRef } from 'react'
import { useFetcher } from 'react-router'
import type { Client } from '../../contract/client.ts'
import { troubleOf, type Trouble } from '../trouble.ts'
import { typed } from '../typed.ts'
import { Field, FormError, TextField } from '../ui/field.tsx'
import { Heading } from '../ui/heading.tsx'
import { Submit } from '../ui/submit.tsx'
import { toast } from '../ui/toast.ts'
import { useCheckedForm } from '../ui/use-checked-form.ts'
import { useWords } from '../world.ts'
import { Icon } from '../ui/icon.tsx'

type Sent = { isSent: true } | (Trouble & { isSent: false })

const fields = ['name', 'email', 'phone', 'subject', 'message'] as const

/** A field left empty is left out: the shop takes it as not given. */
const given = (form: FormData, field: string): string | undefined => typed(form, field).trim() || undefined

/** Writes to the shop with what the form holds. */
export const sendContactForm = async (client: Client, form: FormData): Promise<Sent> => {
  const [name, email = '', phone, subject, message] = fields.map((field) => given(form, field))
  try {
    await client('POST /contact', { body: { name, email, phone, subject, message } }, { as: 'anyone' })
    return { isSent: true }
  } catch (error) {
    return { isSent: false, ...troubleOf(error) }
  }
}

const Address = () => {
  const { contact } = useWords().home
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

/** "Message sent" empties the form; a refusal leaves everything as it was typed. */
const useSentMessage = (outcome: Sent | undefined) => {
  const { success } = useWords().home.contact
  const form = useRef<HTMLFormElement>(null)
  useEffect(() => {
    if (!outcome?.isSent) return
    form.current?.reset()
    toast.success(success)
  }, [outcome, success])
  return form
}

const ContactForm = () => {
  const { home, form: formWords } = useWords()
  const { contact } = home
  const fetcher = useFetcher<Sent>()
  const outcome = fetcher.data
  const form = useSentMessage(outcome)
  const refused = outcome?.isSent === false ? outcome : undefined
  const { problems, general, formProps } = useCheckedForm(contact, refused, fields)
  const { optional } = formWords
  return (
    <fetcher.Form className="panel form" method="post" action="/" ref={form} {...formProps}>
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
      <FormError message={general} />
      <div>
        <Submit isBusy={fetcher.state === 'submitting'} busyText={contact.submitting}>
          {contact.submit}
        </Submit>
      </div>
      <noscript>
        <p className="note note--warn">{formWords.noScripts}</p>
      </noscript>
    </fetcher.Form>
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
