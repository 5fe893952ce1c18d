import { ChevronDown } from 'lucide'
import { useRef, useState, type FormEvent } from 'react'
import { flushSync } from 'react-dom'
import { RadioBoxes } from '#web/ui/forms/radio-boxes.tsx'
import { Icon } from '#web/ui/icon.tsx'
import type { Problems } from '#web/ui/forms/use-checked-form.ts'
import { productFormMessages } from '#web/i18n/en/product-form.ts'
import { useMessages } from '#web/context/app-context.ts'
import type { ProductDraft } from '#web/lib/product-draft.ts'
import { BrandPicker } from './brand-picker.tsx'
import { type Brand, otherCategory } from './catalogue-suggestions.ts'
import { categories } from './product-body.ts'

/** The fourth choice: a brand of the catalogue, or "Other" with the brand that was typed. */
type OtherBrand = { name: string; brand: string }

const isCard = (name: string) => categories.some((card) => card === name)

type Props = {
  initial: ProductDraft
  problems: Problems
  brands: readonly Brand[]
  /** Brands of the catalogue that stand beside the three. */
  commonBrands: readonly string[]
}

/** The three categories and the most common other brands, and a button for every further one. The chosen one becomes the last box. */
export const CategoryField = ({ initial, problems, brands, commonBrands }: Props) => {
  const { add } = useMessages(productFormMessages)
  const isListed = (name: string) => isCard(name) || commonBrands.includes(name)
  const [other, setOther] = useState<OtherBrand | null>(
    initial.name === '' || isListed(initial.name) ? null : { name: initial.name, brand: initial.brand },
  )
  const [isOpen, setIsOpen] = useState(false)
  const box = useRef<HTMLDivElement>(null)
  const brandInput = useRef<HTMLInputElement>(null)
  const choose = (choice: { name: string; isKnown: boolean }) => {
    const name = choice.isKnown ? choice.name : otherCategory
    flushSync(() => {
      setIsOpen(false)
      if (!isListed(name)) setOther({ name, brand: choice.name })
    })
    const radios = [...(box.current?.querySelectorAll<HTMLInputElement>('input[type=radio]') ?? [])]
    const radio = radios.find(({ value }) => value === name)
    if (!radio) return
    radio.checked = true
    radio.focus()
    radio.dispatchEvent(new Event('input', { bubbles: true }))
  }
  const cards = categories.map((value) => ({ value, label: add.categories[value] }))
  const common = commonBrands.map((value) => ({ value, label: value }))
  const last = other && {
    value: other.name,
    label: other.name === otherCategory ? other.brand : other.name,
    isWide: true,
  }
  // Runs before the form reads its fields: the typed brand goes with its own choice only.
  const onInput = ({ target }: FormEvent) => {
    if (!(target instanceof HTMLInputElement) || target.name !== 'name' || !brandInput.current) return
    if (target.value === other?.name) brandInput.current.value = other.brand
    else brandInput.current.value = commonBrands.includes(target.value) ? target.value : ''
  }
  return (
    <div className="form__category" ref={box} onInput={onInput}>
      <RadioBoxes
        name="name"
        legend={add.category}
        choices={[...cards, ...common, ...(last ? [last] : [])]}
        isRequired
        chosen={initial.name}
        problem={problems['name'] ?? problems['brand']}
      >
        <button className="btn btn--line" type="button" aria-haspopup="dialog" onClick={() => setIsOpen(true)}>
          {add.anotherBrand}
          <Icon of={ChevronDown} size={18} />
        </button>
      </RadioBoxes>
      {/* Not of the type hidden: React would reset its value to the default with every render. */}
      <input ref={brandInput} hidden name="brand" defaultValue={initial.brand} />
      {isOpen && <BrandPicker brands={brands} onChoose={choose} onClose={() => setIsOpen(false)} />}
    </div>
  )
}
