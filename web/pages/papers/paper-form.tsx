// One paper: what it is, what is true of it, its photo, and what became of the check.
import { useState } from 'react'
import { Link, useNavigate } from 'react-router'
import { type PaperAnswer, type PaperKind, paperAnswers } from '#contract/papers/paper-kinds.ts'
import { AsyncForm } from '#web/components/async-form.tsx'
import { PaperPhoto, usePaperPhoto } from '#web/components/pictures/paper-photo.tsx'
import { useApp, useMessages } from '#web/context/app-context.ts'
import { paperMessages } from '#web/i18n/en/papers.ts'
import { getFormText } from '#web/lib/get-form-text.ts'
import { Field } from '#web/ui/forms/field.tsx'
import { RadioBoxes } from '#web/ui/forms/radio-boxes.tsx'
import { Note } from '#web/ui/note.tsx'
import { toast } from '#web/ui/toast.ts'

import { findNextPaper, mayShow, type OwnPaper } from './paper-steps.ts'

export const toPapersPath = (bikeId: string, kind: PaperKind | null): string =>
  `/dashboard/myproducts/${bikeId}/papers${kind === null ? '' : `?paper=${kind}`}`

const findAnswer = (kind: PaperKind, text: string | undefined): PaperAnswer | undefined =>
  paperAnswers[kind].find((answer) => answer === text)

/** Why the photo was not accepted, or how far the paper is proven. */
const CheckState = ({ paper: { state, refusedFor } }: { paper: OwnPaper }) => {
  const { states, faults } = useMessages(paperMessages).own
  return refusedFor === null ? (
    <Note>{states[state]}</Note>
  ) : (
    <p className="note note--warn" role="status">
      {faults[refusedFor]}
    </p>
  )
}

/** Sends the photo first, then the paper; returns the papers as they are then. */
const useSavePaper = (bikeId: string, kind: PaperKind, sendPhoto: () => Promise<string | null | undefined>) => {
  const { client } = useApp()
  return async (form: FormData) => {
    const said = findAnswer(kind, getFormText(form, 'said'))
    if (said === undefined) throw new Error('The form has no answer.')
    const fileId = mayShow(kind, said) ? await sendPhoto() : null
    const body = {
      kind,
      said,
      ...(said === 'valid' && { validUntil: getFormText(form, 'validUntil') }),
      ...(fileId !== undefined && { fileId }),
    }
    return client('PUT /allbikes/myproduct/:id/papers', { params: { id: bikeId }, body })
  }
}

type Props = { bikeId: string; kind: PaperKind; papers: readonly OwnPaper[] }

/** The form of one paper. After it comes the next one that is to do. */
export const PaperForm = ({ bikeId, kind, papers }: Props) => {
  const { own } = useMessages(paperMessages)
  const navigate = useNavigate()
  const paper = papers.find((one) => one.kind === kind)
  const [said, setSaid] = useState(paper?.said)
  const photo = usePaperPhoto(paper?.fileId ?? null)
  const savePaper = useSavePaper(bikeId, kind, photo.send)
  const send = async (form: FormData) => {
    const saved = await savePaper(form)
    toast.success(own.saved)
    await navigate(toPapersPath(bikeId, findNextPaper(saved.papers, kind)))
  }
  const answers: Partial<Record<PaperAnswer, string>> = own.answers[kind]
  const next = findNextPaper(papers, kind)
  const skip = (
    <Link className="btn btn--quiet" to={next === null ? '/dashboard/myproducts' : toPapersPath(bikeId, next)}>
      {next === null ? own.back : own.skip}
    </Link>
  )
  const messages = {
    missing: { said: own.choose, validUntil: own.dayMissing },
    submit: own.save,
    submitting: own.saving,
  }
  return (
    <section aria-labelledby="paper-heading">
      <h2 className="h3" id="paper-heading">
        {own.kinds[kind].name}
      </h2>
      <p className="paper__text">{own.kinds[kind].text}</p>
      {paper && <CheckState paper={paper} />}
      <AsyncForm messages={messages} fields={['said', 'validUntil']} onSend={send} secondaryAction={skip}>
        {(problems) => (
          <>
            <RadioBoxes
              name="said"
              legend={own.questions[kind]}
              choices={paperAnswers[kind].map((value) => ({ value, label: answers[value] ?? value }))}
              isRequired
              chosen={paper?.said}
              onChoose={(value) => setSaid(findAnswer(kind, value))}
              problem={problems['said']}
            />
            {said === 'valid' && (
              <Field
                id="valid-until"
                name="validUntil"
                type="date"
                label={own.validUntil}
                hint={own.validUntilHint}
                defaultValue={paper?.validUntil ?? ''}
                problem={problems['validUntil']}
              />
            )}
            {mayShow(kind, said) && <PaperPhoto photo={photo} />}
          </>
        )}
      </AsyncForm>
    </section>
  )
}
