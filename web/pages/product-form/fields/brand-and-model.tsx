// The brand and the model, which take half a screen as boxes and chips: one line while a saved bike has both.
import { useRef, useState, type ReactNode } from 'react'
import { flushSync } from 'react-dom'
import type { Problems } from '#web/ui/forms/use-checked-form.ts'
import { bikeDetailsMessages } from '#web/i18n/en/bike-details.ts'
import { productFormMessages } from '#web/i18n/en/product-form.ts'
import { useMessages } from '#web/context/app-context.ts'
import type { ProductDraft } from '#web/lib/product-draft.ts'
import { getBrandName } from '../catalogue-suggestions.ts'
import { FilledLine } from './filled-line.tsx'

type Props = {
  draft: ProductDraft
  problems: Problems
  /** Not while a bike is added: the model is chosen then. */
  mayFold: boolean
  children?: ReactNode
}

/** Folded, the fields are still part of the form. They are open while one is empty or refused, and once they were opened. */
export const BrandAndModel = ({ draft, problems, mayFold, children }: Props) => {
  const { add } = useMessages(productFormMessages)
  const { model } = useMessages(bikeDetailsMessages)
  const [isOpen, setIsOpen] = useState(false)
  const fields = useRef<HTMLDivElement>(null)
  const brandName = getBrandName(draft)
  const hasProblem = ['name', 'brand', 'model'].some((field) => problems[field] !== undefined)
  const isFolded = mayFold && !isOpen && !hasProblem && brandName !== '' && draft.model !== ''
  const open = () => {
    flushSync(() => setIsOpen(true))
    fields.current?.querySelector<HTMLInputElement>('input:checked')?.focus()
  }
  const facts = [
    { label: add.category, shown: brandName },
    { label: model, shown: draft.model },
  ]
  return (
    <div>
      {isFolded && <FilledLine facts={facts} onChange={open} />}
      <div ref={fields} hidden={isFolded}>
        <div className="form">{children}</div>
      </div>
    </div>
  )
}
