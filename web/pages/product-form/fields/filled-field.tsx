import { useRef, useState, type ComponentProps } from 'react'
import { Field } from '#web/ui/forms/field.tsx'
import { productFormMessages } from '#web/i18n/en/product-form.ts'
import { useMessages } from '#web/context/app-context.ts'

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
  const { add } = useMessages(productFormMessages)
  const [isOpen, setIsOpen] = useState(false)
  const input = useRef<HTMLInputElement>(null)
  const isFolded = !isOpen && field.problem === undefined && typed !== '' && typed === filledIn
  const open = () => {
    input.current?.focus()
    input.current?.setSelectionRange(typed.length, typed.length)
  }
  return (
    <div>
      {isFolded && (
        <p className="filledin">
          <span>
            {`${field.label}: `}
            <b translate="no">{shown}</b>
          </span>
          <span aria-hidden>·</span>
          {/* Not an aria-label: the label of the field must not name the button too. */}
          <button className="btn btn--quiet" type="button" onClick={open}>
            <span aria-hidden>{add.change}</span>
            <span className="sr-only">{`${add.change}: ${field.label}`}</span>
          </button>
        </p>
      )}
      <div className={isFolded ? 'sr-only' : undefined} aria-hidden={isFolded ? true : undefined}>
        <Field {...field} ref={input} tabIndex={isFolded ? -1 : undefined} onFocus={() => setIsOpen(true)} />
      </div>
    </div>
  )
}
