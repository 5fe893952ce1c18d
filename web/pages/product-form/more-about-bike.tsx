import { ChevronDown } from 'lucide'
import { useEffect, useState } from 'react'
import { divisions } from '#contract/districts.ts'
import { toLoadResult } from '#web/context/display-error.ts'
import { Field, TextField } from '#web/ui/forms/field.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { SelectField } from '#web/ui/forms/select-field.tsx'
import type { Problems } from '#web/ui/forms/use-checked-form.ts'
import { bikeDetailsMessages } from '#web/i18n/en/bike-details.ts'
import { useMessages, useApp } from '#web/context/app-context.ts'
import { type Brand, findBrand } from './catalogue-suggestions.ts'
import { MorePhotos } from './more-photos.tsx'
import { optionalFields, type ProductDraft } from '#web/lib/product-draft.ts'
import type { ProductForm } from './use-product-form.ts'
import { PriceSuggestion } from './price-suggestion.tsx'

/** Digits of both scripts and common separators. The server validates the number again. */
const numberPattern = String.raw`\s*(?:[0-9০-৯][\s,]*){1,9}`
const numberInputProps = { inputMode: 'numeric', pattern: numberPattern, maxLength: 12 } as const

type FieldProps = { initial: ProductDraft; problems: Problems }

/** Fetches the catalogue once the details are opened. Without it the form works, only without suggestions. */
export const useCatalogue = (isEnabled: boolean): readonly Brand[] => {
  const { client } = useApp()
  const [brands, setBrands] = useState<readonly Brand[]>([])
  useEffect(() => {
    if (!isEnabled) return undefined
    const controller = new AbortController()
    void toLoadResult(client('GET /catalogue', {}, { signal: controller.signal }))
      .then((result) => (result.ok ? setBrands(result.value) : undefined))
      .catch(() => undefined)
    return () => controller.abort()
  }, [isEnabled, client])
  return brands
}

/** The browser's suggestions (datalist) for a field, in both scripts. */
const Suggestions = ({ id, entries }: { id: string; entries: readonly { name: string; nameBn: string | null }[] }) => (
  <datalist id={id}>
    {entries.map(({ name, nameBn }) => (
      <option key={name} value={name}>
        {nameBn ?? name}
      </option>
    ))}
  </datalist>
)

const BrandAndModelFields = ({
  initial,
  problems,
  draft,
  brands,
}: FieldProps & { draft: ProductDraft; brands: readonly Brand[] }) => {
  const messages = useMessages(bikeDetailsMessages)
  const models = findBrand(brands, { brand: draft.brand, category: draft.name })?.models ?? []
  return (
    <div className="cols">
      <Field
        id="product-brand"
        name="brand"
        list="product-brands"
        autoComplete="off"
        maxLength={40}
        label={messages.brand}
        optional={messages.optional}
        hint={messages.brandHint}
        defaultValue={initial.brand}
        problem={problems['brand']}
      />
      <Field
        id="product-model"
        name="model"
        list="product-models"
        autoComplete="off"
        maxLength={60}
        label={messages.model}
        optional={messages.optional}
        hint={messages.modelHint}
        defaultValue={initial.model}
        problem={problems['model']}
      />
      <Suggestions id="product-brands" entries={brands} />
      <Suggestions id="product-models" entries={models} />
    </div>
  )
}

const NumberFields = ({ initial, problems }: FieldProps) => {
  const messages = useMessages(bikeDetailsMessages)
  return (
    <div className="cols">
      {(['engineCc', 'kilometres', 'owners', 'registrationYear'] as const).map((name) => (
        <Field
          key={name}
          {...numberInputProps}
          id={`product-${name}`}
          name={name}
          label={messages[name]}
          optional={messages.optional}
          hint={messages[`${name}Hint`]}
          defaultValue={initial[name]}
          problem={problems[name]}
        />
      ))}
    </div>
  )
}

const DistrictField = ({ initial, problems }: FieldProps) => {
  const messages = useMessages(bikeDetailsMessages)
  const { code } = useApp().language
  return (
    <SelectField
      id="product-district"
      name="registrationDistrict"
      label={messages.registrationDistrict}
      optional={messages.optional}
      defaultValue={initial.registrationDistrict}
      problem={problems['registrationDistrict']}
    >
      <option value="">{messages.noDistrict}</option>
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

/** The optional fields, collapsed by default. */
export const MoreAboutBike = ({ form, problems, brands, onOpen }: Props) => {
  const messages = useMessages(bikeDetailsMessages)
  const { initial, draft } = form
  const [isOpen, setIsOpen] = useState(() => optionalFields.some((field) => initial[field] !== ''))
  const hasProblem = optionalFields.some((field) => problems[field] !== undefined)
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
        <b>{messages.summary}</b> <span className="opt">({messages.optional})</span>
        <Icon of={ChevronDown} size={20} />
      </summary>
      <div className="form">
        <p className="hint">{messages.intro}</p>
        <BrandAndModelFields initial={initial} problems={problems} draft={draft} brands={brands} />
        <NumberFields initial={initial} problems={problems} />
        <PriceSuggestion draft={draft} />
        <DistrictField initial={initial} problems={problems} />
        <TextField
          id="product-description"
          name="description"
          maxLength={4_000}
          rows={5}
          label={messages.description}
          optional={messages.optional}
          hint={messages.descriptionHint}
          defaultValue={initial.description}
          problem={problems['description']}
        />
        <MorePhotos
          morePhotos={form.morePhotos}
          makeFirst={form.makeFirst}
          problem={problems['moreImages']}
          isBusy={form.isBusy}
        />
      </div>
    </details>
  )
}
