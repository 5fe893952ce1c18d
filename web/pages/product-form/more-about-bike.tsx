import { ChevronDown } from 'lucide'
import { useEffect, useState } from 'react'
import { divisions } from '#contract/districts.ts'
import { loaded } from '#web/context/display-error.ts'
import { Field, TextField } from '#web/ui/forms/field.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { SelectField } from '#web/ui/forms/select-field.tsx'
import type { Problems } from '#web/ui/forms/use-checked-form.ts'
import { bikeDetails } from '#web/i18n/en/bike-details.ts'
import { useChapter, useWorld } from '#web/context/app-context.ts'
import { type Brand, brandOf } from './catalogue-suggestions.ts'
import { MorePhotos } from './more-photos.tsx'
import { moreFields, type ProductDraft } from '#web/lib/product-draft.ts'
import type { ProductForm } from './use-product-form.ts'
import { WorthSuggestion } from './price-suggestion.tsx'

/** Digits of both scripts, and what people put between them; the shop looks again. */
const numberPattern = String.raw`\s*(?:[0-9০-৯][\s,]*){1,9}`
const number = { inputMode: 'numeric', pattern: numberPattern, maxLength: 12 } as const

type Given = { first: ProductDraft; problems: Problems }

/** The catalogue, once somebody wants to fill in more; without it there are no suggestions, and everything else goes on. */
export const useCatalogue = (isWanted: boolean): readonly Brand[] => {
  const { client } = useWorld()
  const [brands, setBrands] = useState<readonly Brand[]>([])
  useEffect(() => {
    if (!isWanted) return undefined
    const end = new AbortController()
    void loaded(client('GET /catalogue', {}, { signal: end.signal }))
      .then((found) => (found.ok ? setBrands(found.value) : undefined))
      .catch(() => undefined)
    return () => end.abort()
  }, [isWanted, client])
  return brands
}

/** What the browser offers under a field while its name is typed, in either script. */
const Suggestions = ({ id, things }: { id: string; things: readonly { name: string; nameBn: string | null }[] }) => (
  <datalist id={id}>
    {things.map(({ name, nameBn }) => (
      <option key={name} value={name}>
        {nameBn ?? name}
      </option>
    ))}
  </datalist>
)

const BrandAndModel = ({
  first,
  problems,
  draft,
  brands,
}: Given & { draft: ProductDraft; brands: readonly Brand[] }) => {
  const words = useChapter(bikeDetails)
  const models = brandOf(brands, { brand: draft.brand, category: draft.name })?.models ?? []
  return (
    <div className="cols">
      <Field
        id="product-brand"
        name="brand"
        list="product-brands"
        autoComplete="off"
        maxLength={40}
        label={words.brand}
        optional={words.optional}
        hint={words.brandHint}
        defaultValue={first.brand}
        problem={problems['brand']}
      />
      <Field
        id="product-model"
        name="model"
        list="product-models"
        autoComplete="off"
        maxLength={60}
        label={words.model}
        optional={words.optional}
        hint={words.modelHint}
        defaultValue={first.model}
        problem={problems['model']}
      />
      <Suggestions id="product-brands" things={brands} />
      <Suggestions id="product-models" things={models} />
    </div>
  )
}

const Numbers = ({ first, problems }: Given) => {
  const words = useChapter(bikeDetails)
  return (
    <div className="cols">
      {(['engineCc', 'kilometres', 'owners', 'registrationYear'] as const).map((name) => (
        <Field
          key={name}
          {...number}
          id={`product-${name}`}
          name={name}
          label={words[name]}
          optional={words.optional}
          hint={words[`${name}Hint`]}
          defaultValue={first[name]}
          problem={problems[name]}
        />
      ))}
    </div>
  )
}

const District = ({ first, problems }: Given) => {
  const words = useChapter(bikeDetails)
  const { code } = useWorld().language
  return (
    <SelectField
      id="product-district"
      name="registrationDistrict"
      label={words.registrationDistrict}
      optional={words.optional}
      defaultValue={first.registrationDistrict}
      problem={problems['registrationDistrict']}
    >
      <option value="">{words.noDistrict}</option>
      {divisions.map((division) => (
        <optgroup key={division.slug} label={division[code]}>
          {division.districts.map((district) => (
            <option key={district.slug} value={district.slug}>
              {district[code]}
            </option>
          ))}
        </optgroup>
      ))}
    </SelectField>
  )
}

type Props = { form: ProductForm; problems: Problems; brands: readonly Brand[]; onOpen: () => void }

/** What buyers like to know beyond the fields that are needed; closed until somebody wants it. */
export const MoreAboutBike = ({ form, problems, brands, onOpen }: Props) => {
  const words = useChapter(bikeDetails)
  const { first, draft } = form
  const [isOpen, setIsOpen] = useState(() => moreFields.some((field) => first[field] !== ''))
  const hasProblem = moreFields.some((field) => problems[field] !== undefined)
  return (
    <details
      className="folded"
      open={isOpen || hasProblem}
      onToggle={({ currentTarget }) => {
        setIsOpen(currentTarget.open)
        if (currentTarget.open) onOpen()
      }}
    >
      <summary>
        <b>{words.summary}</b> <span className="opt">({words.optional})</span>
        <Icon of={ChevronDown} size={20} />
      </summary>
      <div className="form">
        <p className="hint">{words.intro}</p>
        <BrandAndModel first={first} problems={problems} draft={draft} brands={brands} />
        <Numbers first={first} problems={problems} />
        <WorthSuggestion draft={draft} />
        <District first={first} problems={problems} />
        <TextField
          id="product-description"
          name="description"
          maxLength={4_000}
          rows={5}
          label={words.description}
          optional={words.optional}
          hint={words.descriptionHint}
          defaultValue={first.description}
          problem={problems['description']}
        />
        <MorePhotos
          others={form.others}
          makeFirst={form.makeFirst}
          problem={problems['moreImages']}
          isBusy={form.isBusy}
        />
      </div>
    </details>
  )
}
