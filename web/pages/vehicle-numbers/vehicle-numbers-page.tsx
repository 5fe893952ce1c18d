// Registration, engine and chassis number of a bike, which nobody but its seller reads here.
import { Link, useLoaderData, useRevalidator, type LoaderFunctionArgs } from 'react-router'
import { AsyncForm } from '#web/components/async-form.tsx'
import { DashboardHead } from '#web/components/dashboard-head.tsx'
import { toPageResult } from '#web/components/load-page.ts'
import { appContext, useApp, useMessages } from '#web/context/app-context.ts'
import { vehicleNumberMessages } from '#web/i18n/en/vehicle-numbers.ts'
import { MemberStyles } from '#web/layout/page-styles.tsx'
import { getFormText } from '#web/lib/get-form-text.ts'
import { Field } from '#web/ui/forms/field.tsx'
import { ErrorNote, Note } from '#web/ui/note.tsx'
import { toast } from '#web/ui/toast.ts'
import { SentenceWithName } from '#web/ui/sentence-with-name.tsx'

export const loader = async ({ context, params: { id = '' } }: LoaderFunctionArgs) => {
  const { client } = context.get(appContext)
  const load = async () => ({ id, ...(await client('GET /allbikes/myproduct/:id/numbers', { params: { id } })) })
  return toPageResult(load())
}

type Numbers = Extract<Awaited<ReturnType<typeof loader>>, { ok: true }>['value']

const kinds = ['registration', 'engine', 'chassis'] as const
const maxTyped = 60

const readNumber = (form: FormData, kind: (typeof kinds)[number]): string | null =>
  getFormText(form, kind).trim() || null

const NumbersForm = ({ numbers }: { numbers: Numbers }) => {
  const { form: texts } = useMessages(vehicleNumberMessages)
  const { client } = useApp()
  const { revalidate } = useRevalidator()
  const save = async (form: FormData) => {
    const body = {
      registration: readNumber(form, 'registration'),
      engine: readNumber(form, 'engine'),
      chassis: readNumber(form, 'chassis'),
    }
    await client('PUT /allbikes/myproduct/:id/numbers', { params: { id: numbers.id }, body })
    toast.success(texts.saved)
    await revalidate()
  }
  const messages = { missing: {}, submit: texts.save, submitting: texts.saving }
  return (
    <AsyncForm messages={messages} fields={kinds} onSend={save}>
      {(problems) =>
        kinds.map((kind) => (
          <Field
            key={kind}
            id={kind}
            name={kind}
            type="text"
            maxLength={maxTyped}
            autoComplete="off"
            autoCapitalize="characters"
            spellCheck={false}
            label={texts[kind]}
            optional={texts.optional}
            hint={texts[`${kind}Hint`]}
            problem={problems[kind]}
            defaultValue={numbers[kind] ?? ''}
          />
        ))
      }
    </AsyncForm>
  )
}

/** The numbers while they may not be changed. */
const LockedNumbers = ({ numbers }: { numbers: Numbers }) => {
  const { form: texts } = useMessages(vehicleNumberMessages)
  return (
    <>
      <Note>{texts.locked}</Note>
      <dl className="rows">
        {kinds.map((kind) => (
          <div key={kind}>
            <dt>{texts[kind]}</dt>
            <dd className="num">{numbers[kind] ?? '–'}</dd>
          </div>
        ))}
      </dl>
    </>
  )
}

export default function VehicleNumbers() {
  const { title } = useMessages()
  const { form: texts } = useMessages(vehicleNumberMessages)
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
      <DashboardHead aside={backLink}>{texts.title}</DashboardHead>
      {result.ok ? (
        <>
          <p className="lead">
            <SentenceWithName text={texts.lead(result.value.productName)} name={result.value.productName} />
          </p>
          <Note>{texts.why}</Note>
          {result.value.mayChange ? (
            <NumbersForm key={result.value.id} numbers={result.value} />
          ) : (
            <LockedNumbers numbers={result.value} />
          )}
        </>
      ) : (
        <ErrorNote message={result.message} retry={texts.retry} onRetry={() => void revalidate()} />
      )}
    </>
  )
}
