import { useNavigate } from 'react-router'
import { appealAnswers } from '#contract/cases/report-reasons.ts'
import { AsyncForm } from '#web/components/async-form.tsx'
import { useApp, useMessages } from '#web/context/app-context.ts'
import { caseMessages } from '#web/i18n/en/cases.ts'
import { getFormText } from '#web/lib/get-form-text.ts'
import { TextField } from '#web/ui/forms/field.tsx'
import { RadioBoxes } from '#web/ui/forms/radio-boxes.tsx'
import { Note } from '#web/ui/note.tsx'
import { toast } from '#web/ui/toast.ts'
import type { CaseDetail } from './case-detail.ts'

/** Answers an appeal; who decided is told that another person does it. */
export const AnswerForm = ({ found, nextPath }: { found: CaseDetail; nextPath: string }) => {
  const { queue } = useMessages(caseMessages)
  const { client } = useApp()
  const navigate = useNavigate()
  if (found.isDecidedByMe) return <Note>{queue.byAnother}</Note>
  const send = async (form: FormData) => {
    const answer = appealAnswers.find((one) => one === getFormText(form, 'answer')) ?? 'stays'
    const body = { answer, reason: getFormText(form, 'reason') }
    await client('PUT /cases/:id/appeal', { params: { id: found._id }, body })
    toast.success(queue.success)
    await navigate(nextPath)
  }
  return (
    <AsyncForm messages={{ ...queue, submit: queue.send }} fields={['answer', 'reason']} onSend={send}>
      {(problems) => (
        <>
          <RadioBoxes
            name="answer"
            legend={queue.answer}
            isRequired
            choices={appealAnswers.map((value) => ({ value, label: queue.answers[value] }))}
            problem={problems['answer']}
          />
          <TextField
            id="answer-reason"
            name="reason"
            label={queue.answerReason}
            rows={3}
            maxLength={1_000}
            problem={problems['reason']}
          />
        </>
      )}
    </AsyncForm>
  )
}
