import { ChevronDown } from 'lucide'
import { useState } from 'react'
import { divisions } from '#contract/districts.ts'
import { Field, TextField } from '#web/ui/forms/field.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { SelectField } from '#web/ui/forms/select-field.tsx'
import type { Problems } from '#web/ui/forms/use-checked-form.ts'
import { bikeDetailsMessages } from '#web/i18n/en/bike-details.ts'
import { useMessages, useApp } from '#web/context/app-context.ts'
import type { ProductDraft } from '#web/lib/product-draft.ts'
import { wholeNumberPattern } from '#web/lib/whole-number-pattern.ts'
import type { ProductForm } from './use-product-form.ts'

/** Digits of both scripts and common separators. The server validates the number again. */
const numberInputProps = { inputMode: 'numeric', pattern: wholeNumberPattern, maxLength: 12 } as const

type FieldProps = { initial: ProductDraft; problems: Problems }

const NumberFields = ({ initial, problems }: FieldProps) => {
  const messages = useMessages(bikeDetailsMessages)
  return (
    <div className="cols">
      {(['engineCc', 'owners', 'registrationYear'] as const).map((name) => (
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

const fields = [
  'engineCc',
  'owners',
  'registrationYear',
  'registrationDistrict',
  'description',
] as const satisfies (keyof ProductDraft)[]

/** The optional fields, collapsed by default. The engine size does not open them: it often comes from the catalogue. */
export const MoreAboutBike = ({ form, problems }: { form: ProductForm; problems: Problems }) => {
  const messages = useMessages(bikeDetailsMessages)
  const { initial } = form
  const [isOpen, setIsOpen] = useState(() => fields.some((field) => field !== 'engineCc' && initial[field] !== ''))
  const hasProblem = fields.some((field) => problems[field] !== undefined)
  return (
    <details
      className="folded"
      open={isOpen || hasProblem}
      onToggle={({ currentTarget }) => setIsOpen(currentTarget.open)}
    >
      <summary>
        <span>
          <b>{messages.summary}</b> <span className="opt">({messages.optional})</span>
        </span>
        <Icon of={ChevronDown} size={20} />
      </summary>
      <div className="form">
        <p className="hint">{messages.intro}</p>
        <NumberFields initial={initial} problems={problems} />
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
      </div>
    </details>
  )
}
