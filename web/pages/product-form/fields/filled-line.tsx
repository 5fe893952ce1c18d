import { Fragment } from 'react'
import { productFormMessages } from '#web/i18n/en/product-form.ts'
import { useMessages } from '#web/context/app-context.ts'

type Props = {
  /** What the fields hold, in the order in which the line says it. */
  facts: readonly { label: string; shown: string }[]
  onChange: () => void
}

/** What folded fields hold, in one line, with a button that opens them. */
export const FilledLine = ({ facts, onChange }: Props) => {
  const { add } = useMessages(productFormMessages)
  return (
    <p className="filledin">
      {facts.map(({ label, shown }) => (
        <Fragment key={label}>
          <span>
            {`${label}: `}
            <b translate="no">{shown}</b>
          </span>
          <span aria-hidden>·</span>
        </Fragment>
      ))}
      {/* Not an aria-label: the label of the field must not name the button too. */}
      <button className="btn btn--quiet" type="button" onClick={onChange}>
        <span aria-hidden>{add.change}</span>
        <span className="sr-only">{`${add.change}: ${facts.map(({ label }) => label).join(', ')}`}</span>
      </button>
    </p>
  )
}
