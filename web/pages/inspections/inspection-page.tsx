// An inspection for members: the checklist of who makes it, and the report once it is signed.
import { useState } from 'react'
import { Link, useLoaderData, useLocation, useRevalidator, type LoaderFunctionArgs } from 'react-router'
import { toBikeInspectionsPath } from '#web/components/inspections/inspection-paths.ts'
import { InspectionStyles } from '#web/components/inspections/inspection-styles.tsx'
import { toPageResult } from '#web/components/load-page.ts'
import { appContext, useApp, useMessages } from '#web/context/app-context.ts'
import { inspectionMessages } from '#web/i18n/en/inspections.ts'
import { loadInspectionMessages } from '#web/i18n/load-inspection-messages.ts'
import { ErrorNote } from '#web/ui/note.tsx'
import { Checklist } from './checklist.tsx'
import { findStep } from './checklist-steps.ts'
import { Found } from './found.tsx'
import type { Inspection } from './inspection-types.ts'
import { Report } from './report.tsx'
import { SignOwn } from './sign.tsx'
import { toUnsentKey } from './unsent-answers.ts'
import { useAnswers } from './use-answers.ts'

/** Loads the inspection, and who reads it: the answers on this device belong to one member. */
export const loader = async ({ context, params: { id = '' } }: LoaderFunctionArgs) => {
  const { client, session, language } = context.get(appContext)
  await loadInspectionMessages(language)
  const load = async () => {
    const authState = await session.waitForState()
    const inspection = await client('GET /inspections/:id', { params: { id } })
    // The menu marks the entry of this side.
    const { side } = inspection
    return { inspection, side, memberId: authState.state === 'member' ? authState.user.uid : '' }
  }
  return toPageResult(load())
}

type Loaded = { inspection: Inspection; memberId: string }

/** The checklist. Its screens are fragments, which load nothing, so that they change without a connection. */
const OwnChecklist = ({ inspection, memberId }: Loaded) => {
  const { title } = useMessages()
  const { checklist } = useMessages(inspectionMessages)
  const { client } = useApp()
  const { revalidate } = useRevalidator()
  const { hash } = useLocation()
  const { _id: id, kind, bike } = inspection
  const answers = useAnswers({
    storageKey: toUnsentKey(memberId, id),
    inspection,
    send: (body) => client('PUT /inspections/:id/answers', { params: { id }, body }),
  })
  return (
    <>
      <title>{title(checklist.titles[kind])}</title>
      <Checklist
        inspection={inspection}
        answers={answers}
        step={findStep(hash.slice(1))}
        toStep={(step) => ({ hash: step })}
      >
        <Found inspection={inspection} answers={answers} />
        <SignOwn inspection={inspection} answers={answers} onSigned={revalidate} />
        <Link className="btn btn--quiet" to={toBikeInspectionsPath(bike.slug)}>
          {checklist.bike}
        </Link>
      </Checklist>
    </>
  )
}

/** What was loaded last: loading it again, as when the connection comes back, may fail. */
const useLastLoaded = () => {
  const result = useLoaderData<typeof loader>()
  const [last, setLast] = useState(result)
  if (result.ok && result !== last) setLast(result)
  return result.ok ? result : last
}

export default function InspectionPage() {
  const { retry } = useMessages(inspectionMessages)
  const { revalidate } = useRevalidator()
  const result = useLastLoaded()
  if (!result.ok) return <ErrorNote message={result.message} retry={retry} onRetry={() => void revalidate()} />
  const { inspection } = result.value
  return (
    <>
      <InspectionStyles />
      {inspection.state === 'draft' ? (
        <OwnChecklist key={inspection._id} {...result.value} />
      ) : (
        <Report inspection={inspection} />
      )}
    </>
  )
}
