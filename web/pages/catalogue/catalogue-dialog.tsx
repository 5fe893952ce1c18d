import type { ComponentProps } from 'react'
import { typed } from '#web/lib/get-form-text.ts'
import { Field } from '#web/ui/forms/field.tsx'
import { SelectField } from '#web/ui/forms/select-field.tsx'
import type { Problems } from '#web/ui/forms/use-checked-form.ts'
import { wholeNumber } from '#web/lib/parse-whole-number.ts'
import { catalogue } from '#web/i18n/en/catalogue.ts'
import { useChapter, useWorld } from '#web/context/app-context.ts'
import type { KeptBrand, KeptModel } from './brand-panel.tsx'
import { FormDialog } from '#web/components/form-dialog.tsx'

const kinds = ['commuter', 'street', 'sport', 'cruiser', 'scooter', 'adventure'] as const satisfies KeptModel['kind'][]

const numberPattern = String.raw`\s*(?:[0-9০-৯][\s,]*){1,4}`
const number = { inputMode: 'numeric', pattern: numberPattern, maxLength: 6 } as const

const textOrNull = (form: FormData, name: string): string | null => typed(form, name).trim() || null
const yearOrNull = (form: FormData, name: string): number | null => wholeNumber(typed(form, name))

const namesIn = (form: FormData) => ({
  name: typed(form, 'name'),
  nameBn: textOrNull(form, 'nameBn'),
  aliases: typed(form, 'aliases')
    .split(',')
    .map((alias) => alias.trim())
    .filter((alias) => alias !== ''),
})

const modelIn = (form: FormData) => ({
  ...namesIn(form),
  engineCc: wholeNumber(typed(form, 'engineCc')) ?? 0,
  kind: kinds.find((kind) => kind === form.get('kind')) ?? 'commuter',
  madeFrom: yearOrNull(form, 'madeFrom'),
  madeUntil: yearOrNull(form, 'madeUntil'),
  family: textOrNull(form, 'family'),
})

const fields = ['name', 'nameBn', 'aliases', 'engineCc', 'kind', 'madeFrom', 'madeUntil', 'family'] as const

type Named = { name: string; nameBn: string | null; aliases: string[] }

/** The names of a brand or a model. */
const NameFields = ({
  named,
  problems,
  longest,
}: {
  named?: Named | undefined
  problems: Problems
  longest: number
}) => {
  const words = useChapter(catalogue)
  return (
    <>
      <Field
        id="catalogue-name"
        name="name"
        maxLength={longest}
        label={words.name}
        defaultValue={named?.name}
        problem={problems['name']}
      />
      <Field
        id="catalogue-name-bn"
        name="nameBn"
        maxLength={longest}
        lang="bn"
        label={words.nameBn}
        optional={words.optional}
        defaultValue={named?.nameBn ?? ''}
        problem={problems['nameBn']}
      />
      <Field
        id="catalogue-aliases"
        name="aliases"
        maxLength={1_000}
        label={words.aliases}
        optional={words.optional}
        hint={words.aliasesHint}
        defaultValue={named?.aliases.join(', ')}
        problem={problems['aliases']}
      />
    </>
  )
}

const BuildFields = ({ model, problems }: { model?: KeptModel | undefined; problems: Problems }) => {
  const words = useChapter(catalogue)
  return (
    <>
      <div className="cols">
        <Field
          {...number}
          id="catalogue-cc"
          name="engineCc"
          label={words.engineCc}
          defaultValue={model?.engineCc}
          problem={problems['engineCc']}
        />
        <SelectField
          id="catalogue-kind"
          name="kind"
          label={words.kind}
          defaultValue={model?.kind ?? ''}
          problem={problems['kind']}
        >
          <option value="">–</option>
          {kinds.map((kind) => (
            <option key={kind} value={kind}>
              {words.kinds[kind]}
            </option>
          ))}
        </SelectField>
        {(['madeFrom', 'madeUntil'] as const).map((name) => (
          <Field
            key={name}
            {...number}
            id={`catalogue-${name}`}
            name={name}
            label={words[name]}
            optional={words.optional}
            defaultValue={model?.[name] ?? ''}
            problem={problems[name]}
          />
        ))}
      </div>
      <Field
        id="catalogue-family"
        name="family"
        maxLength={60}
        label={words.family}
        optional={words.optional}
        hint={words.familyHint}
        defaultValue={model?.family ?? ''}
        problem={problems['family']}
      />
    </>
  )
}

type DialogProps = Pick<ComponentProps<typeof FormDialog>, 'heading' | 'send' | 'onClose' | 'children'>

const Dialog = (props: DialogProps) => {
  const words = useChapter(catalogue)
  return <FormDialog {...props} words={words} saved={words.saved} fields={fields} />
}

/** Adds a brand, or changes the one that is given. */
export const BrandDialog = ({ brand, onClose }: { brand?: KeptBrand; onClose: () => void }) => {
  const words = useChapter(catalogue)
  const { client } = useWorld()
  const send = (form: FormData) =>
    brand
      ? client('PUT /catalogue/brands/:id', {
          params: { id: brand._id },
          body: { ...namesIn(form), retired: brand.retired },
        })
      : client('POST /catalogue/brands', { body: namesIn(form) })
  return (
    <Dialog heading={brand ? words.editOf(brand.name) : words.addBrand} send={send} onClose={onClose}>
      {(problems) => <NameFields named={brand} problems={problems} longest={40} />}
    </Dialog>
  )
}

type ModelProps = { brand: KeptBrand; model?: KeptModel; onClose: () => void }

/** Adds a model to the brand, or changes the one that is given. */
export const ModelDialog = ({ brand, model, onClose }: ModelProps) => {
  const words = useChapter(catalogue)
  const { client } = useWorld()
  const send = (form: FormData) =>
    model
      ? client('PUT /catalogue/models/:id', {
          params: { id: model._id },
          body: { ...modelIn(form), retired: model.retired },
        })
      : client('POST /catalogue/models', { body: { ...modelIn(form), brandId: brand._id } })
  const heading = model ? words.editOf(`${brand.name} ${model.name}`) : words.addModelTo(brand.name)
  return (
    <Dialog heading={heading} send={send} onClose={onClose}>
      {(problems) => (
        <>
          <NameFields named={model} problems={problems} longest={60} />
          <BuildFields model={model} problems={problems} />
        </>
      )}
    </Dialog>
  )
}
