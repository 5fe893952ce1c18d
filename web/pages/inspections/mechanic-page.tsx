// The page of the secret link for a mechanic: the same checklist, without a login.
import { useState } from 'react'
import { Link, useLocation } from 'react-router'
import type { Client } from '#contract/client.ts'
import { InspectionStyles } from '#web/components/inspections/inspection-styles.tsx'
import { useApp, useMessages } from '#web/context/app-context.ts'
import { isApiResponseError, type LoadResult, toLoadResult } from '#web/context/display-error.ts'
import { inspectionMessages } from '#web/i18n/en/inspections.ts'
import type { Language } from '#web/i18n/language.ts'
import { loadInspectionMessages } from '#web/i18n/load-inspection-messages.ts'
import { loadMemberMessages } from '#web/i18n/load-member-messages.ts'
import { Await } from '#web/ui/await.tsx'
import { useReady } from '#web/ui/hydration/use-ready.ts'
import { LoadingPage } from '#web/ui/loading-screen.tsx'
import { ErrorNote, Note } from '#web/ui/note.tsx'
import { SentenceWithName } from '#web/ui/sentence-with-name.tsx'
import { Checklist } from './checklist.tsx'
import { type ChecklistStep, findStep } from './checklist-steps.ts'
import { Found } from './found.tsx'
import type { Inspection } from './inspection-types.ts'
import { Report } from './report.tsx'
import { SignAsMechanic } from './sign.tsx'
import { toUnsentKey } from './unsent-answers.ts'
import { useAnswers } from './use-answers.ts'

/** 256 bits in base64url, as the API makes them. */
const tokenPattern = /^[\w-]{43}$/

/** The inspection of the link; null for a link that does not work. */
const openInspection = async (client: Client, token: string): Promise<Inspection | null> => {
  if (!tokenPattern.test(token)) return null
  return client('POST /mechanic-inspections/open', { body: { token } }, { as: 'anyone' }).catch((error: unknown) => {
    if (isApiResponseError(error) && error.status === 404) return null
    throw error
  })
}

type Opened = LoadResult<Inspection | null>

const openLink = async (client: Client, language: Language, token: string): Promise<Opened> => {
  await Promise.all([loadInspectionMessages(language), loadMemberMessages(language)])
  return toLoadResult(openInspection(client, token))
}

const WrongLink = () => {
  const { title } = useMessages()
  const { mechanic } = useMessages(inspectionMessages)
  return (
    <div className="centred">
      <title>{title(mechanic.title)}</title>
      <h1>{mechanic.wrongHeading}</h1>
      <p>{mechanic.wrongText}</p>
      <Link className="btn btn--primary" to="/">
        {mechanic.home}
      </Link>
    </div>
  )
}

type Props = { inspection: Inspection; token: string; onSigned: () => Promise<void> }

const MechanicChecklist = ({ inspection, token, onSigned }: Props) => {
  const { title } = useMessages()
  const { mechanic } = useMessages(inspectionMessages)
  const { client } = useApp()
  const { search } = useLocation()
  const { _id: id, bike } = inspection
  const answers = useAnswers({
    storageKey: toUnsentKey('mechanic', id),
    inspection,
    send: (body) => client('POST /mechanic-inspections/answers', { body: { token, ...body } }, { as: 'anyone' }),
  })
  // The token stays in the fragment, which no server sees.
  const toStep = (step: ChecklistStep) => ({ search: `?group=${step}`, hash: token })
  return (
    <>
      <title>{title(mechanic.title)}</title>
      <Note>
        <SentenceWithName text={mechanic.lead(bike.productName)} name={bike.productName} />
      </Note>
      <Checklist
        inspection={inspection}
        answers={answers}
        step={findStep(new URLSearchParams(search).get('group') ?? '')}
        toStep={toStep}
      >
        <Found inspection={inspection} answers={answers} />
        <SignAsMechanic inspection={inspection} answers={answers} onSigned={onSigned} token={token} />
      </Checklist>
    </>
  )
}

/** The inspection of the link: its checklist, or the report once it is signed. */
export const MechanicInspection = ({
  opened,
  token,
  onOpen,
}: {
  opened: Opened
  token: string
  onOpen: () => void
}) => {
  const { retry } = useMessages(inspectionMessages)
  if (!opened.ok) return <ErrorNote message={opened.message} retry={retry} onRetry={onOpen} />
  const { value: inspection } = opened
  if (inspection === null) return <WrongLink />
  if (inspection.state !== 'draft') return <Report inspection={inspection} />
  // What was signed comes with the link, which is opened again.
  const reopen = async () => onOpen()
  return <MechanicChecklist inspection={inspection} token={token} onSigned={reopen} />
}

const OpenedLink = ({ token }: { token: string }) => {
  const { client, language } = useApp()
  const open = () => openLink(client, language, token)
  const [opening, setOpening] = useState(open)
  return (
    <Await data={opening} fallback={<LoadingPage />}>
      {(opened) => <MechanicInspection opened={opened} token={token} onOpen={() => setOpening(open())} />}
    </Await>
  )
}

export default function Mechanic() {
  const { hash } = useLocation()
  // The server does not know the token.
  const isReady = useReady()
  const token = hash.slice(1)
  return (
    <div className="wrap">
      <meta name="robots" content="noindex" />
      <InspectionStyles />
      {isReady ? <OpenedLink key={token} token={token} /> : <LoadingPage />}
    </div>
  )
}
