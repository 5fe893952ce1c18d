import type { ComponentProps } from 'react'
import { getFormText } from '#web/lib/get-form-text.ts'
import { Field } from '#web/ui/forms/field.tsx'
import { SelectField } from '#web/ui/forms/select-field.tsx'
import type { Problems } from '#web/ui/forms/use-checked-form.ts'
import { parseWholeNumber } from '#web/lib/parse-whole-number.ts'
import { catalogueMessages } from '#web/i18n/en/catalogue.ts'
import { useMessages, useApp } from '#web/context/app-context.ts'
import type { CatalogueBrand, CatalogueModel } from './catalogue-entry.ts'
import { FormDialog } from '#web/components/form-dialog.tsx'

const kinds = [
  'commuter',
  'street',
  'sport',
  'cruiser',
  'scooter',
  'adventure',
] as const satisfies CatalogueModel['kind'][]

const numberPattern = String.raw`\s*(?:[0-9০-৯][\s,]*){1,4}`
const numberInputProps = { inputMode: 'numeric', pattern: numberPattern, maxLength: 6 } as const

const parseText = (form: FormData, name: string): string | null => getFormText(form, name).trim() || null
const parseYear = (form: FormData, name: string): number | null => parseWholeNumber(getFormText(form, name))

const parseNames = (form: FormData) => ({
  name: getFormText(form, 'name'),
  nameBn: parseText(form, 'nameBn'),
  aliases: getFormText(form, 'aliases')
    .split(',')
    .map((alias) => alias.trim())
    .filter((alias) => alias !== ''),
})

const parseModel = (form: FormData) => ({
  ...parseNames(form),
  engineCc: parseWholeNumber(getFormText(form, 'engineCc')) ?? 0,
  kind: kinds.find((kind) => kind === form.get('kind')) ?? 'commuter',
  madeFrom: parseYear(form, 'madeFrom'),
  madeUntil: parseYear(form, 'madeUntil'),
  family: parseText(form, 'family'),
})

const fields = ['name', 'nameBn', 'aliases', 'engineCc', 'kind', 'madeFrom', 'madeUntil', 'family'] as const

type EntryNames = { name: string; nameBn: string | null; aliases: string[] }

/** Name fields of a brand or a model. */
const NameFields = ({
  entry,
  problems,
  maxLength,
}: {
  entry?: EntryNames | undefined
  problems: Problems
  maxLength: number
}) => {
  const messages = useMessages(catalogueMessages)
  return (
    <>
      <Field
        id="catalogue-name"
        name="name"
        maxLength={maxLength}
        label={messages.name}
        defaultValue={entry?.name}
        problem={problems['name']}
      />
      <Field
        id="catalogue-name-bn"
        name="nameBn"
        maxLength={maxLength}
        lang="bn"
        label={messages.nameBn}
        optional={messages.optional}
        defaultValue={entry?.nameBn ?? ''}
        problem={problems['nameBn']}
      />
      <Field
        id="catalogue-aliases"
        name="aliases"
        maxLength={1_000}
        label={messages.aliases}
        optional={messages.optional}
        hint={messages.aliasesHint}
        defaultValue={entry?.aliases.join(', ')}
        problem={problems['aliases']}
      />
    </>
  )
}

const ModelFields = ({ model, problems }: { model?: CatalogueModel | undefined; problems: Problems }) => {
  const messages = useMessages(catalogueMessages)
  return (
    <>
      <div className="cols">
        <Field
          {...numberInputProps}
          id="catalogue-cc"
          name="engineCc"
          label={messages.engineCc}
          defaultValue={model?.engineCc}
          problem={problems['engineCc']}
        />
        <SelectField
          id="catalogue-kind"
          name="kind"
          label={messages.kind}
          defaultValue={model?.kind ?? ''}
          problem={problems['kind']}
        >
          <option value="">–</option>
          {kinds.map((kind) => (
            <option key={kind} value={kind}>
              {messages.kinds[kind]}
            </option>
          ))}
        </SelectField>
        {(['madeFrom', 'madeUntil'] as const).map((name) => (
          <Field
            key={name}
            {...numberInputProps}
            id={`catalogue-${name}`}
            name={name}
            label={messages[name]}
            optional={messages.optional}
            defaultValue={model?.[name] ?? ''}
            problem={problems[name]}
          />
        ))}
      </div>
      <Field
        id="catalogue-family"
        name="family"
        maxLength={60}
        label={messages.family}
        optional={messages.optional}
        hint={messages.familyHint}
        defaultValue={model?.family ?? ''}
        problem={problems['family']}
      />
    </>
  )
}

type DialogProps = Pick<ComponentProps<typeof FormDialog>, 'heading' | 'onClose' | 'children'> & {
  send: (form: FormData) => Promise<unknown>
}

const Dialog = ({ send, ...props }: DialogProps) => {
  const messages = useMessages(catalogueMessages)
  const sendAndTell = async (form: FormData) => {
    await send(form)
    return messages.saved
  }
  return <FormDialog {...props} send={sendAndTell} messages={messages} fields={fields} />
}

/** Adds a brand, or edits the given one. */
export const BrandDialog = ({ brand, onClose }: { brand?: CatalogueBrand; onClose: () => void }) => {
  const messages = useMessages(catalogueMessages)
  const { client } = useApp()
  const send = (form: FormData) =>
    brand
      ? client('PUT /catalogue/brands/:id', {
          params: { id: brand._id },
          body: { ...parseNames(form), retired: brand.retired },
        })
      : client('POST /catalogue/brands', { body: parseNames(form) })
  return (
    <Dialog heading={brand ? messages.editLabel(brand.name) : messages.addBrand} send={send} onClose={onClose}>
      {(problems) => <NameFields entry={brand} problems={problems} maxLength={40} />}
    </Dialog>
  )
}

type ModelDialogProps = { brand: CatalogueBrand; model?: CatalogueModel; onClose: () => void }

/** Adds a model to the brand, or edits the given one. */
export const ModelDialog = ({ brand, model, onClose }: ModelDialogProps) => {
  const messages = useMessages(catalogueMessages)
  const { client } = useApp()
  const send = (form: FormData) =>
    model
      ? client('PUT /catalogue/models/:id', {
          params: { id: model._id },
          body: { ...parseModel(form), retired: model.retired },
        })
      : client('POST /catalogue/models', { body: { ...parseModel(form), brandId: brand._id } })
  const heading = model ? messages.editLabel(`${brand.name} ${model.name}`) : messages.addModelTo(brand.name)
  return (
    <Dialog heading={heading} send={send} onClose={onClose}>
      {(problems) => (
        <>
          <NameFields entry={model} problems={problems} maxLength={60} />
          <ModelFields model={model} problems={problems} />
        </>
      )}
    </Dialog>
  )
}
