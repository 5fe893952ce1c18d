import { useEffectEvent, useLayoutEffect, useRef, useState } from 'react'
import { useNavigate, useRevalidator } from 'react-router'
import { decisions } from '#contract/cases/report-reasons.ts'
import { AsyncForm } from '#web/components/async-form.tsx'
import { toDisplayError } from '#web/context/display-error.ts'
import { useApp, useFormat, useMessages } from '#web/context/app-context.ts'
import { dealMessages } from '#web/i18n/en/deals.ts'
import { caseMessages } from '#web/i18n/en/cases.ts'
import { getFormText } from '#web/lib/get-form-text.ts'
import { FieldError, TextField } from '#web/ui/forms/field.tsx'
import { isForQueue } from '#web/ui/forms/queue-keys.tsx'
import { toast } from '#web/ui/toast.ts'
import type { CaseDetail } from './case-detail.ts'

type Decision = (typeof decisions)[number]

const useCaseMessages = () => useMessages(caseMessages)

/** A case without a bike has nothing to hide; who proposed a removal, or may not do it, does not decide it. */
const listOffered = ({ productId, proposedRemoval }: CaseDetail): Decision[] =>
  decisions.filter((one) => {
    if (one === 'hide') return productId !== null
    return one !== 'remove' || proposedRemoval === null || proposedRemoval.mayConfirm
  })

/** Chooses one of these decisions by its number, unless somebody types in a field. */
const useDecisionKeys = (offered: readonly Decision[], choose: (decision: Decision) => void): void => {
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    if (!/^[1-7]$/.test(event.key) || !isForQueue(event)) return
    const decision = decisions[Number(event.key) - 1]
    if (!decision || !offered.includes(decision)) return
    event.preventDefault()
    choose(decision)
  })
  // A layout effect, because a key may follow the painted case at once.
  useLayoutEffect(() => {
    addEventListener('keydown', onKey)
    return () => removeEventListener('keydown', onKey)
  }, [])
}

/** Choosing a decision takes the case for 30 minutes, so that no colleague decides it meanwhile. */
const useTakenCase = ({ _id: id, isMine, takenUntil }: CaseDetail) => {
  const { client } = useApp()
  const { revalidate } = useRevalidator()
  const [until, setUntil] = useState(isMine ? takenUntil : null)
  const take = async (): Promise<boolean> => {
    try {
      setUntil((await client('POST /cases/:id/take', { params: { id } })).takenUntil)
      return true
    } catch (error) {
      toast.error(toDisplayError(error).message)
      await revalidate()
      return false
    }
  }
  return { until, take }
}

type ChoicesProps = {
  found: CaseDetail
  decision: Decision | undefined
  problem: string | undefined
  onChoose: (decision: Decision) => Promise<void>
}

/** The decisions with their keys. */
const Choices = ({ found, decision, problem, onChoose }: ChoicesProps) => {
  const { queue } = useMessages(caseMessages)
  const { digits } = useFormat()
  const removal = found.isRemovalProposed ? queue.removal.confirm : queue.removal.propose
  return (
    <fieldset className="field">
      <legend>{queue.decide}</legend>
      <div className="stack">
        {listOffered(found).map((value) => (
          <label key={value} className="choice">
            <input
              type="radio"
              name="decision"
              value={value}
              required
              checked={value === decision}
              onChange={() => void onChoose(value)}
            />
            <span>
              {digits(decisions.indexOf(value) + 1)}. {value === 'remove' ? removal : queue.decisions[value]}
            </span>
          </label>
        ))}
      </div>
      {problem !== undefined && <FieldError>{problem}</FieldError>}
    </fieldset>
  )
}

/** Ctrl or Cmd and Enter sends the decision from the field of the reason. */
const sendWithEnter = ({ key, ctrlKey, metaKey, currentTarget }: React.KeyboardEvent<HTMLElement>): void => {
  if (key !== 'Enter' || !(ctrlKey || metaKey)) return
  currentTarget.closest('form')?.querySelector<HTMLButtonElement>('[type=submit]')?.click()
}

type Queue = ReturnType<typeof useCaseMessages>['queue']

/** The reason that stands in the field at first: of a proposed removal the one that its proposer gave. */
const suggestReason = (decision: Decision, { productId, proposedRemoval }: CaseDetail, queue: Queue): string => {
  if (decision === 'remove' && proposedRemoval) return proposedRemoval.reason
  return decision === 'words' && productId === null ? queue.wordsToMember : queue.suggested[decision]
}

/** Decides the case; the reason that is suggested can be changed. */
export const DecideForm = ({ found, nextPath }: { found: CaseDetail; nextPath: string }) => {
  const { queue } = useMessages(caseMessages)
  const { times } = useMessages(dealMessages)
  const { client } = useApp()
  const navigate = useNavigate()
  const { revalidate } = useRevalidator()
  const { until, take } = useTakenCase(found)
  const [decision, setDecision] = useState<Decision>()
  const [reason, setReason] = useState('')
  const reasonField = useRef<HTMLDivElement>(null)
  const choose = async (chosen: Decision) => {
    setDecision(chosen)
    setReason(suggestReason(chosen, found, queue))
    reasonField.current?.querySelector('textarea')?.focus()
    if (await take()) return
    setDecision(undefined)
    setReason('')
  }
  useDecisionKeys(listOffered(found), (chosen) => void choose(chosen))
  const send = async (form: FormData) => {
    const { isRemovalProposed } = found
    const body = {
      decision: decision ?? 'nothing',
      reason: getFormText(form, 'reason'),
      ...(isRemovalProposed && { confirmsRemoval: true }),
    }
    try {
      await client('PUT /cases/:id', { params: { id: found._id }, body })
    } catch (error) {
      // A colleague may have proposed or decided meanwhile: the case says so above the form.
      await revalidate()
      throw error
    }
    toast.success(body.decision === 'remove' && !isRemovalProposed ? queue.removal.success : queue.success)
    await navigate(nextPath)
  }
  return (
    <AsyncForm messages={queue} fields={['decision', 'reason']} onSend={send}>
      {(problems) => (
        <>
          {until !== null && <p>{queue.mine(times.at(until))}</p>}
          <Choices found={found} decision={decision} problem={problems['decision']} onChoose={choose} />
          <div ref={reasonField}>
            <TextField
              id="case-reason"
              name="reason"
              label={queue.reason}
              hint={queue.sendKeys}
              rows={3}
              maxLength={1_000}
              value={reason}
              onChange={({ currentTarget }) => setReason(currentTarget.value)}
              onKeyDown={sendWithEnter}
              problem={problems['reason']}
            />
          </div>
        </>
      )}
    </AsyncForm>
  )
}
