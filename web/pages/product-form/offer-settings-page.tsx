// Whether the price of a bike is fixed, and its lowest price, which nobody but its seller reads.
import { useState } from 'react'
import { Link, useLoaderData, useRevalidator, type LoaderFunctionArgs } from 'react-router'
import { AsyncForm } from '#web/components/async-form.tsx'
import { DashboardHead } from '#web/components/dashboard-head.tsx'
import { toPageResult } from '#web/components/load-page.ts'
import { appContext, useApp, useFormat, useMessages } from '#web/context/app-context.ts'
import { offerMessages } from '#web/i18n/en/offers.ts'
import { MemberStyles } from '#web/layout/page-styles.tsx'
import { getFormText } from '#web/lib/get-form-text.ts'
import { parseWholeNumber } from '#web/lib/parse-whole-number.ts'
import { Field } from '#web/ui/forms/field.tsx'
import { ErrorNote } from '#web/ui/note.tsx'
import { toast } from '#web/ui/toast.ts'
import { SentenceWithName } from '#web/ui/sentence-with-name.tsx'

export const loader = async ({ context, params: { id = '' } }: LoaderFunctionArgs) => {
  const { client } = context.get(appContext)
  const load = async () => ({ id, ...(await client('GET /allbikes/myproduct/:id/offers', { params: { id } })) })
  return toPageResult(load())
}

type Settings = Extract<Awaited<ReturnType<typeof loader>>, { ok: true }>['value']

/** The typed price in Taka; null for an empty field, 0 for something else, which the API refuses with its sentence. */
const readFloor = (form: FormData): number | null => {
  const typed = getFormText(form, 'floor').trim()
  return typed === '' ? null : (parseWholeNumber(typed) ?? 0)
}

const SettingsForm = ({ settings }: { settings: Settings }) => {
  const { settings: texts } = useMessages(offerMessages)
  const { client } = useApp()
  const { revalidate } = useRevalidator()
  const [isFixed, setIsFixed] = useState(settings.isPriceFixed)
  const save = async (form: FormData) => {
    const body = { isPriceFixed: isFixed, floor: isFixed ? null : readFloor(form) }
    await client('PUT /allbikes/myproduct/:id/offers', { params: { id: settings.id }, body })
    toast.success(texts.saved)
    await revalidate()
  }
  const messages = { missing: {}, wrong: texts.wrongFloor, submit: texts.save, submitting: texts.saving }
  return (
    <AsyncForm messages={messages} fields={['floor']} onSend={save}>
      {(problems) => (
        <>
          <label className="check check--alone">
            <input
              type="checkbox"
              name="fixed"
              checked={isFixed}
              onChange={(event) => setIsFixed(event.target.checked)}
            />
            <span>
              <b>{texts.fixed}</b>
              <br />
              {texts.fixedHint}
            </span>
          </label>
          {!isFixed && (
            <Field
              id="floor"
              name="floor"
              type="text"
              inputMode="numeric"
              maxLength={20}
              autoComplete="off"
              label={texts.floor}
              optional={texts.optional}
              hint={texts.floorHint}
              problem={problems['floor']}
              defaultValue={settings.floor ?? ''}
              before={
                <span className="affix__pre" aria-hidden>
                  ৳
                </span>
              }
            />
          )}
        </>
      )}
    </AsyncForm>
  )
}

export default function OfferSettings() {
  const { title } = useMessages()
  const { settings: texts } = useMessages(offerMessages)
  const { taka } = useFormat()
  const { revalidate } = useRevalidator()
  const result = useLoaderData<typeof loader>()
  const backLink = (
    <Link className="btn btn--line" to="/dashboard/myproducts">
      {texts.back}
    </Link>
  )
  return (
    <>
      <MemberStyles />
      <title>{title(texts.title)}</title>
      <DashboardHead aside={backLink}>{texts.heading}</DashboardHead>
      {result.ok ? (
        <>
          <p className="lead">
            <SentenceWithName
              text={texts.lead(result.value.productName, taka(result.value.price))}
              name={result.value.productName}
            />
          </p>
          <SettingsForm key={result.value.id} settings={result.value} />
        </>
      ) : (
        <ErrorNote message={result.message} retry={texts.retry} onRetry={() => void revalidate()} />
      )}
    </>
  )
}
