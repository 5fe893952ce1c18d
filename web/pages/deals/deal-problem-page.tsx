import { useState } from 'react'
import { Link, useLoaderData, useRevalidator, type LoaderFunctionArgs } from 'react-router'
import type { z } from 'zod'
import type { Dispute as DisputeShape } from '#contract/deals/money-calls.ts'
import { problemChoices } from '#contract/deals/problem-reasons.ts'
import { AsyncForm } from '#web/components/async-form.tsx'
import { toDealPath } from '#web/components/deals/deal-paths.ts'
import type { Deal } from '#web/components/deals/describe-deal.ts'
import { appContext, useApp, useFormat, useMessages } from '#web/context/app-context.ts'
import { dealReasonMessages } from '#web/i18n/en/deal-reasons.ts'
import { dealMessages } from '#web/i18n/en/deals.ts'
import { getBikeOutcome } from '#web/components/deals/get-bike-outcome.ts'
import { moneyMessages } from '#web/i18n/en/money.ts'
import { problemPictureMessages } from '#web/i18n/en/problem-pictures.ts'
import { getFormText } from '#web/lib/get-form-text.ts'
import { TextField } from '#web/ui/forms/field.tsx'
import { RadioBoxes } from '#web/ui/forms/radio-boxes.tsx'
import { Note } from '#web/ui/note.tsx'
import { toast } from '#web/ui/toast.ts'
import { DealScreen } from './deal-screen.tsx'
import { fetchCancelTaka } from '#web/components/deals/fetch-cancel-taka.ts'
import { BikeRule } from './reported-problem.tsx'
import { useRevalidateOnNotification } from '#web/components/notifications/use-revalidate.ts'
import { Evidence } from '#web/components/evidence/evidence.tsx'
import { PicturesField, UnsentPictures } from '#web/components/evidence/problem-pictures.tsx'
import { type ProblemPictures, useProblemPictures } from '#web/components/evidence/use-problem-pictures.ts'

type Dispute = z.output<typeof DisputeShape>

/** Loads the deal, its dispute if there is one, and before that what the buyer would get back on cancelling instead. */
export const loader = async ({ context, params: { id = '' } }: LoaderFunctionArgs) => {
  const { client } = context.get(appContext)
  const params = { id }
  const deal = await client('GET /deals/:id', { params })
  const isReported = deal.disputedAt !== null
  const dispute = isReported ? await client('GET /deals/:id/dispute', { params }) : null
  return { id, deal, dispute, cancelTaka: isReported ? null : await fetchCancelTaka(client, deal) }
}

type ReportProps = {
  deal: Deal
  cancelTaka: number | null
  pictures: ProblemPictures
  isReporting: boolean
  onReporting: (isReporting: boolean) => void
}

/** The buyer says what is wrong, in words and pictures. The problem is reported first: without a picture it counts too. */
const ReportForm = ({ deal, cancelTaka, pictures, isReporting, onReporting }: ReportProps) => {
  const { _id: id } = deal
  const { problem } = useMessages(moneyMessages)
  const { helps, noteHint } = useMessages(dealReasonMessages).problem
  const { taka } = useFormat()
  const { client } = useApp()
  const { revalidate } = useRevalidator()
  // Who cancels late gets a part back; a decision may give more.
  const mayCancelFreely = cancelTaka !== null && cancelTaka >= deal.online
  // The report may have arrived although its answer did not.
  const isReported = () =>
    client('GET /deals/:id', { params: { id } }).then(
      ({ disputedAt }) => disputedAt !== null,
      () => false,
    )
  const send = async (form: FormData) => {
    const reason = problemChoices.find((one) => one === getFormText(form, 'reason')) ?? 'other'
    const note = getFormText(form, 'note')
    onReporting(true)
    try {
      const body = { reason, ...(note !== '' && { note }) }
      await client('POST /deals/:id/problem', { params: { id }, body }).catch(async (error: unknown) => {
        if (!(await isReported())) throw error
      })
      if (await pictures.send()) toast.success(problem.success)
      await revalidate()
    } finally {
      onReporting(false)
    }
  }
  return (
    <>
      {mayCancelFreely && (
        <Note>
          {problem.cancelInstead(taka(deal.online))} <Link to={toDealPath(id)}>{problem.toCancel}</Link>
        </Note>
      )}
      <p className="deal__say">{problem.lead(taka(deal.online))}</p>
      {deal.cash !== null && deal.cash > 0 && <p className="deal__say">{problem.leadCash}</p>}
      <AsyncForm messages={problem} fields={['reason', 'note']} onSend={send}>
        {(problems) => (
          <>
            <div className="stack">
              <RadioBoxes
                name="reason"
                legend={problem.why}
                isRequired
                choices={problemChoices.map((value) => ({ value, label: problem.reasons[value] }))}
                problem={problems['reason']}
              />
            </div>
            <TextField
              id="problem-note"
              name="note"
              label={problem.note}
              hint={noteHint}
              rows={4}
              maxLength={1_000}
              optional={helps}
              problem={problems['note']}
            />
            <PicturesField from={pictures} isBusy={isReporting} />
          </>
        )}
      </AsyncForm>
    </>
  )
}

/**
 * What oneself can add, under a heading of its own: below what both sides said, it would read as the other side's. One button
 * sends the words and the pictures; a picture that was chosen is shown first and can be taken away.
 */
const AddEvidence = ({ id }: { id: string }) => {
  const { problem } = useMessages(moneyMessages)
  const { helps } = useMessages(dealReasonMessages).problem
  const { unsentAdded } = useMessages(problemPictureMessages)
  const { client } = useApp()
  const { revalidate } = useRevalidator()
  const pictures = useProblemPictures(id)
  const [isSending, setIsSending] = useState(false)
  // What was sent stands above; an emptied field is a new one.
  const [sentCount, setSentCount] = useState(0)
  const send = async (form: FormData) => {
    const note = getFormText(form, 'note')
    setIsSending(true)
    try {
      if (note !== '') {
        await client('POST /deals/:id/evidence', { params: { id }, body: { note } })
        setSentCount((count) => count + 1)
      }
      const isAllSent = await pictures.send()
      if (isAllSent) toast.success(problem.added)
      else toast.error(unsentAdded)
      await revalidate()
    } finally {
      setIsSending(false)
    }
  }
  const hasPictures = pictures.pictures.length > 0 || pictures.isPreparing
  return (
    <section aria-labelledby="own-evidence">
      <h2 className="h3" id="own-evidence">
        {problem.yours}
      </h2>
      <AsyncForm
        messages={{ missing: problem.missing, submit: problem.add, submitting: problem.adding }}
        fields={['note']}
        onSend={send}
      >
        {(problems) => (
          <>
            <TextField
              key={sentCount}
              id="evidence-note"
              name="note"
              label={problem.addNote}
              rows={3}
              maxLength={1_000}
              {...(hasPictures && { optional: helps })}
              problem={problems['note']}
            />
            <PicturesField from={pictures} isBusy={isSending} />
          </>
        )}
      </AsyncForm>
    </section>
  )
}

type DisputeViewProps = { id: string; deal: Deal; dispute: Dispute; pictures: ProblemPictures }

const DisputeView = ({ id, deal, dispute, pictures }: DisputeViewProps) => {
  const { problem, disputes } = useMessages(moneyMessages)
  const bikeOutcome = getBikeOutcome(dispute.decision === 'refunded', dispute.isHandedOver)
  const { taka } = useFormat()
  const { times } = useMessages(dealMessages)
  const isOpen = dispute.decidedAt === null
  const reasonTexts: Readonly<Record<string, string>> = problem.reasons
  return (
    <>
      <p className="deal__say">
        <b>{reasonTexts[dispute.reason]}</b>
      </p>
      {isOpen ? (
        <Note>
          {problem.addUntil(times.at(dispute.evidenceUntil))} {problem.decision(times.at(dispute.decideUntil))}
        </Note>
      ) : (
        <Note>
          {dispute.decision === 'withdrawn'
            ? problem.withdrawn
            : `${problem.decided(taka(dispute.takaToBuyer ?? 0))} ${disputes.bike[bikeOutcome]}`}{' '}
          {dispute.decisionNote}
        </Note>
      )}
      <BikeRule deal={deal} />
      <UnsentPictures from={pictures} />
      <Evidence dispute={dispute} own={deal.side} />
      {isOpen && <AddEvidence id={id} />}
    </>
  )
}

export default function DealProblem() {
  const { problem } = useMessages(moneyMessages)
  const { id, deal, dispute, cancelTaka } = useLoaderData<typeof loader>()
  useRevalidateOnNotification()
  const pictures = useProblemPictures(id)
  const [isReporting, setIsReporting] = useState(false)
  const [isNews, setIsNews] = useState(false)
  // The form stays until its pictures are sent, although the problem is reported before.
  const shown = isReporting ? null : dispute
  const setReporting = (isNow: boolean) => {
    setIsReporting(isNow)
    setIsNews(true)
  }
  return (
    <DealScreen
      dealId={id}
      bike={deal}
      title={problem.title}
      heading={shown ? problem.disputeHeading : problem.heading}
      isNews={shown !== null && isNews}
    >
      {shown ? (
        <DisputeView id={id} deal={deal} dispute={shown} pictures={pictures} />
      ) : (
        <ReportForm
          deal={deal}
          cancelTaka={cancelTaka}
          pictures={pictures}
          isReporting={isReporting}
          onReporting={setReporting}
        />
      )}
    </DealScreen>
  )
}
