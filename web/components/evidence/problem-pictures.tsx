import { Camera, ImagePlus, Trash2, type IconNode } from 'lucide'
import { useRef, type ChangeEvent, type Ref } from 'react'
import { useRevalidator } from 'react-router'
import { maxEvidenceOfSide } from '#contract/limits.ts'
import { useMessages } from '#web/context/app-context.ts'
import { dealReasonMessages } from '#web/i18n/en/deal-reasons.ts'
import { moneyMessages } from '#web/i18n/en/money.ts'
import { problemPictureMessages } from '#web/i18n/en/problem-pictures.ts'
import { useAction } from '#web/ui/forms/use-form-submit.ts'
import { FieldError } from '#web/ui/forms/field.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { Spinner } from '#web/ui/spinner.tsx'
import { toast } from '#web/ui/toast.ts'
import type { ProblemPictures } from './use-problem-pictures.ts'

type ListProps = { from: ProblemPictures; isBusy: boolean; onRemoved?: () => void }

/** Small copies of the pictures, each with a button that takes it away. */
const PictureList = ({ from: { pictures, remove }, isBusy, onRemoved }: ListProps) => {
  const messages = useMessages(problemPictureMessages)
  if (pictures.length === 0) return null
  return (
    <ol className="thumbs">
      {pictures.map(({ key, preview, failure }, index) => (
        <li key={key}>
          {preview === null ? (
            <span className="thumbs__picture">{messages.noPreview}</span>
          ) : (
            <img className="thumbs__picture" src={preview} alt={messages.picture(index + 1)} />
          )}
          <button
            className="btn btn--line"
            type="button"
            aria-label={messages.remove(index + 1)}
            title={messages.remove(index + 1)}
            disabled={isBusy}
            onClick={() => {
              remove(key)
              onRemoved?.()
            }}
          >
            <Icon of={Trash2} size={18} />
          </button>
          {failure !== null && <FieldError>{failure}</FieldError>}
        </li>
      ))}
    </ol>
  )
}

/** Which picture is being sent, and how much of it. */
const SendingProgress = ({ progress }: Pick<ProblemPictures, 'progress'>) => {
  const messages = useMessages(problemPictureMessages)
  if (progress === null) return null
  const text = messages.sending(progress.number, progress.count)
  return (
    <p className="hint">
      {text} <progress value={Math.floor(progress.fraction * 100)} max={100} aria-label={text} />
    </p>
  )
}

type InputProps = {
  icon: IconNode
  label: string
  isDisabled: boolean
  onChoose: (files: File[]) => void
  input?: Ref<HTMLInputElement>
  /** Opens the camera at once; else several pictures may be chosen. */
  isCamera?: boolean
}

const PictureInput = ({ icon, label, isDisabled, onChoose, input, isCamera = false }: InputProps) => {
  const choose = ({ currentTarget }: ChangeEvent<HTMLInputElement>) => {
    onChoose([...(currentTarget.files ?? [])])
    // Reset, so that the same file can be chosen again.
    currentTarget.value = ''
  }
  return (
    <label className={`btn btn--line btn--file${isCamera ? ' btn--camera' : ''}`}>
      <Icon of={icon} size={20} />
      {label}
      <input
        ref={input}
        className="sr-only"
        type="file"
        accept="image/*"
        aria-describedby="problem-pictures-hint"
        disabled={isDisabled}
        capture={isCamera ? 'environment' : undefined}
        multiple={!isCamera}
        onChange={choose}
      />
    </label>
  )
}

/** The pictures of a report, which are sent with it. */
export const PicturesField = ({ from, isBusy }: { from: ProblemPictures; isBusy: boolean }) => {
  const messages = useMessages(problemPictureMessages)
  const { helps } = useMessages(dealReasonMessages).problem
  const input = useRef<HTMLInputElement>(null)
  const { pictures, isPreparing, progress, choose } = from
  const isDisabled = isBusy || pictures.length >= maxEvidenceOfSide
  const buttons = { isDisabled, onChoose: choose }
  return (
    <div className="field" role="group" aria-labelledby="problem-pictures">
      <span className="field__label" id="problem-pictures">
        {messages.label} <span className="opt">({helps})</span>
      </span>
      {/* The button that is pressed goes with its picture, so the focus goes on. */}
      <PictureList from={from} isBusy={isBusy} onRemoved={() => input.current?.focus()} />
      <div className="acts">
        <PictureInput icon={Camera} label={messages.camera} isCamera {...buttons} />
        <PictureInput icon={ImagePlus} label={messages.choose} input={input} {...buttons} />
      </div>
      <p className="hint" id="problem-pictures-hint">
        {messages.hint(maxEvidenceOfSide)}
      </p>
      <div role="status">
        {isPreparing && <p className="hint">{messages.preparing}</p>}
        {!isPreparing && pictures.length > 0 && <span className="sr-only">{messages.chosen(pictures.length)}</span>}
        <SendingProgress progress={progress} />
      </div>
    </div>
  )
}

/** After the report: the pictures that could not be sent, until they are sent or taken away. */
export const UnsentPictures = ({ from }: { from: ProblemPictures }) => {
  const messages = useMessages(problemPictureMessages)
  const { problem } = useMessages(moneyMessages)
  const { revalidate } = useRevalidator()
  const [isBusy, run] = useAction()
  const { pictures, progress, send } = from
  if (pictures.length === 0) return null
  const sendAgain = () =>
    run(async () => {
      const isAllSent = await send()
      await revalidate()
      if (isAllSent) toast.success(messages.sent)
    })
  return (
    <section className="panel unsent">
      <div role="alert">
        <FieldError>{messages.unsent(pictures.length)}</FieldError>
      </div>
      <PictureList from={from} isBusy={isBusy} />
      <div role="status">
        <SendingProgress progress={progress} />
      </div>
      <button className="btn btn--primary" type="button" aria-busy={isBusy} onClick={sendAgain}>
        {isBusy && <Spinner size={18} className="wheel-in" />}
        {isBusy ? problem.uploading : messages.sendAgain}
      </button>
    </section>
  )
}
