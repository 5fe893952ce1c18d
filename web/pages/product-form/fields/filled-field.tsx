import { useRef, useState, type ComponentProps } from 'react'
import { Field } from '#web/ui/forms/field.tsx'
import { FilledLine } from './filled-line.tsx'

type Props = ComponentProps<typeof Field> & {
  /** What the field holds now. */
  typed: string
  /** What the form fills in by itself; empty for nothing, and where no field is folded. */
  filledIn: string
  /** The value as the line shows it. */
  shown: string
}

/**
 * A field that the form has filled in: one line with its value and a button that opens it. It is open while it is empty, wrong
 * or changed, and stays open once it had the focus. Until then it is only out of sight, so that whatever focuses it opens it.
 */
export const FilledField = ({ typed, filledIn, shown, ...field }: Props) => {
  const [isOpen, setIsOpen] = useState(false)
  const input = useRef<HTMLInputElement>(null)
  const isFolded = !isOpen && field.problem === undefined && typed !== '' && typed === filledIn
  const open = () => {
    input.current?.focus()
    input.current?.setSelectionRange(typed.length, typed.length)
  }
  return (
    <div>
      {isFolded && <FilledLine facts={[{ label: field.label, shown }]} onChange={open} />}
      <div className={isFolded ? 'sr-only' : undefined} aria-hidden={isFolded ? true : undefined}>
        <Field {...field} ref={input} tabIndex={isFolded ? -1 : undefined} onFocus={() => setIsOpen(true)} />
      </div>
    </div>
  )
}
