import { useState } from 'react'
import { Field } from '#web/ui/forms/field.tsx'
import type { Problems } from '#web/ui/forms/use-checked-form.ts'
import { bikeDetailsMessages } from '#web/i18n/en/bike-details.ts'
import { useMessages } from '#web/context/app-context.ts'
import type { ProductDraft } from '#web/lib/product-draft.ts'
import {
  type Brand,
  chooseModel,
  filterLines,
  findBrand,
  findByExactName,
  groupByLine,
  type Model,
  type ModelLine,
} from './catalogue-suggestions.ts'

type ChipProps = { model: Model; isChosen: boolean; onChoose: () => void }

const ModelChip = ({ model: { name }, isChosen, onChoose }: ChipProps) => (
  <button
    className={isChosen ? 'chip chip--on' : 'chip'}
    type="button"
    aria-pressed={isChosen}
    translate="no"
    onClick={({ currentTarget: { form } }) => {
      onChoose()
      if (form) chooseModel(form, name)
    }}
  >
    {name}
  </button>
)

type LineProps = {
  line: ModelLine
  isOpen: boolean
  chosen: Model | undefined
  onOpen: () => void
  onChoose: () => void
}

/** A line of several models: its chip, and once it is open its models in the chip's place. */
const LineChips = ({ line: { name, models }, isOpen, chosen, onOpen, onChoose }: LineProps) => {
  const messages = useMessages(bikeDetailsMessages)
  if (!isOpen)
    return (
      <button className="chip" type="button" aria-expanded={false} translate="no" onClick={onOpen}>
        {messages.line(name)}
      </button>
    )
  return (
    <div className="chips chips--inner" role="group" aria-label={messages.lineLabel(name)}>
      {models.map((model) => (
        <ModelChip key={model._id} model={model} isChosen={model === chosen} onChoose={onChoose} />
      ))}
    </div>
  )
}

/**
 * Chips of the lines of a brand that fit what is typed. Only the chip of the chosen model is lit: a line opens, but nobody
 * chooses it. An alias such as "FZ" lights no chip, because it may mean another model too.
 */
const ModelChips = ({ models, typed }: { models: readonly Model[]; typed: string }) => {
  const messages = useMessages(bikeDetailsMessages)
  const [openLine, setOpenLine] = useState<string>()
  const chosen = findByExactName(models, typed)
  const lines = filterLines(groupByLine(models), typed)
  const open = openLine ?? chosen?.family
  // The line of the chosen model is open, no other one.
  const onChoose = () => setOpenLine(undefined)
  return (
    <div className="chips" role="group" aria-label={messages.models} translate="no">
      {lines.map((line) => {
        const [first, ...more] = line.models
        if (first === undefined) return null
        return more.length === 0 ? (
          <ModelChip key={line.name} model={first} isChosen={first === chosen} onChoose={onChoose} />
        ) : (
          <LineChips
            key={line.name}
            line={line}
            // A line alone needs no tap.
            isOpen={line.name === open || lines.length === 1}
            chosen={chosen}
            onOpen={() => setOpenLine(line.name)}
            onChoose={onChoose}
          />
        )
      })}
    </div>
  )
}

type Props = { initial: ProductDraft; problems: Problems; draft: ProductDraft; brands: readonly Brand[] }

/** The model: typed with suggestions, or chosen from the chips of the brand. */
export const ModelField = ({ initial, problems, draft, brands }: Props) => {
  const messages = useMessages(bikeDetailsMessages)
  const brand = findBrand(brands, draft)
  const models = brand?.models ?? []
  return (
    <>
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
      <datalist id="product-models" translate="no">
        {models.map(({ _id, name, nameBn }) => (
          <option key={_id} value={name}>
            {nameBn ?? name}
          </option>
        ))}
      </datalist>
      {brand && models.length > 0 && <ModelChips key={brand._id} models={models} typed={draft.model} />}
    </>
  )
}
