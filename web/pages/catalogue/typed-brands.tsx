import { Plus } from 'lucide'
import { useState } from 'react'
import { useRevalidator } from 'react-router'
import type { z } from 'zod'
import type { TypedBrand as Shape } from '#contract/catalogue.ts'
import { toDisplayError } from '#web/context/display-error.ts'
import { Icon } from '#web/ui/icon.tsx'
import { toast } from '#web/ui/toast.ts'
import { catalogueMessages } from '#web/i18n/en/catalogue.ts'
import { useApp, useMessages } from '#web/context/app-context.ts'
import { SentenceWithName } from '#web/ui/sentence-with-name.tsx'

type TypedBrand = z.output<typeof Shape>

const TypedBrandRow = ({ brand: { name, bikes, likely } }: { brand: TypedBrand }) => {
  const messages = useMessages(catalogueMessages)
  const { client } = useApp()
  const { revalidate } = useRevalidator()
  const [isBusy, setIsBusy] = useState(false)
  const save = async (send: () => Promise<unknown>) => {
    setIsBusy(true)
    try {
      await send()
      toast.success(messages.saved)
    } catch (error) {
      toast.error(toDisplayError(error).message)
    }
    await revalidate()
    setIsBusy(false)
  }
  const merge = (id: string) =>
    save(() => client('POST /catalogue/brands/:id/aliases', { params: { id }, body: { name } }))
  const add = () => save(() => client('POST /catalogue/brands', { body: { name, nameBn: null, aliases: [] } }))
  return (
    <li className="typedbrand">
      <span className="typedbrand__name">
        <b translate="no">{name}</b> <span className="opt">{messages.bikes(bikes)}</span>
      </span>
      {likely && (
        <button
          className="btn btn--primary"
          type="button"
          disabled={isBusy}
          aria-label={messages.mergeLabel(name, likely.name)}
          onClick={() => void merge(likely._id)}
        >
          <span>
            <SentenceWithName text={messages.merge(likely.name)} name={likely.name} />
          </span>
        </button>
      )}
      <button
        className="btn btn--line"
        type="button"
        disabled={isBusy}
        aria-label={messages.addTypedLabel(name)}
        onClick={() => void add()}
      >
        <Icon of={Plus} size={18} />
        {messages.addTyped}
      </button>
    </li>
  )
}

/** The brands that sellers typed: one tap makes them a spelling of a known brand, another one a new brand. */
export const TypedBrands = ({ brands }: { brands: readonly TypedBrand[] }) => {
  const messages = useMessages(catalogueMessages)
  if (brands.length === 0) return null
  return (
    <section className="panel typedbrands" aria-labelledby="typed-brands">
      <h2 id="typed-brands">{messages.typedHeading}</h2>
      <p className="hint">{messages.typedText}</p>
      <ul>
        {brands.map((brand) => (
          <TypedBrandRow key={brand.name} brand={brand} />
        ))}
      </ul>
    </section>
  )
}
