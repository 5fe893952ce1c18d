import { useEffectEvent, useLayoutEffect, useState } from 'react'
import { useFormat } from '#web/context/app-context.ts'
import { Confirm } from '#web/ui/confirm.tsx'
import { isForQueue } from '#web/ui/forms/queue-keys.tsx'

/** The reason that a moderator's key gives, from 1 on; undefined for other keys. */
export const findReason = <Reason extends string>(reasons: readonly Reason[], key: string): Reason | undefined =>
  /^[1-9]$/.test(key) ? reasons[Number(key) - 1] : undefined

/** The keys give the reasons in their order; nothing while somebody types or is asked. */
const useReasonKeys = <Reason extends string>(
  reasons: readonly Reason[],
  isOff: boolean,
  decide: (reason: Reason) => void,
): void => {
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    const reason = findReason(reasons, event.key)
    if (!reason || isOff || event.repeat || !isForQueue(event)) return
    event.preventDefault()
    decide(reason)
  })
  // A layout effect, because a key may follow the painted picture at once.
  useLayoutEffect(() => {
    addEventListener('keydown', onKey)
    return () => removeEventListener('keydown', onKey)
  }, [])
}

type QuestionWords = { sure: string; sureText: string; confirm: string; busy: string; cancel: string }
type QuestionProps = { words: QuestionWords; onConfirm: () => Promise<void>; onClose: () => void }

/** Asks before what was shown is accepted. */
export const ConfirmEvidence = ({ words, onConfirm, onClose }: QuestionProps) => (
  <Confirm
    heading={words.sure}
    text={words.sureText}
    labels={{ confirm: words.confirm, busy: words.busy, cancel: words.cancel }}
    onConfirm={onConfirm}
    onClose={onClose}
    isUsual
  />
)

type Props<Reason extends string> = {
  /** Why it is not accepted, in the order of the keys. */
  reasons: readonly Reason[]
  words: QuestionWords & { reasons: string; faults: Record<Reason, string> }
  isBusy: boolean
  onAccept: () => Promise<void>
  onRefuse: (reason: Reason) => Promise<void>
}

/** Accepting asks once; a reason is given by its button or its key. */
export const DecideEvidence = <Reason extends string>(props: Props<Reason>) => {
  const { reasons, words, isBusy, onAccept, onRefuse } = props
  const { digits } = useFormat()
  const [isAsking, setIsAsking] = useState(false)
  useReasonKeys(reasons, isBusy || isAsking, (reason) => void onRefuse(reason))
  return (
    <>
      <div className="acts">
        <button className="btn btn--primary" type="button" disabled={isBusy} onClick={() => setIsAsking(true)}>
          {words.confirm}
        </button>
      </div>
      <h3>{words.reasons}</h3>
      <div className="stack">
        {reasons.map((reason, index) => (
          <button
            key={reason}
            className="btn btn--line"
            type="button"
            disabled={isBusy}
            onClick={() => void onRefuse(reason)}
          >
            {`${digits(index + 1)}. ${words.faults[reason]}`}
          </button>
        ))}
      </div>
      {isAsking && <ConfirmEvidence words={words} onConfirm={onAccept} onClose={() => setIsAsking(false)} />}
    </>
  )
}
