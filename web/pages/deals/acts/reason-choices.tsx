import { FieldError } from '#web/ui/forms/field.tsx'

type Props<Value extends string> = {
  name: string
  legend: string
  /** The text of each choice by its value. */
  choices: Readonly<Record<Value, string>>
  isRequired?: boolean
  problem?: string | undefined
  onChoose?: (value: Value) => void
}

const listKeys = <Value extends string>(choices: Readonly<Record<Value, string>>): Value[] =>
  // The keys of a literal object are its type's keys.
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  Object.keys(choices) as Value[]

/** Radio buttons under each other; nothing is chosen at first. */
export const ReasonChoices = <Value extends string>({
  name,
  legend,
  choices,
  isRequired = false,
  problem,
  onChoose,
}: Props<Value>) => (
  <fieldset className="field">
    <legend>{legend}</legend>
    <div className="stack">
      {listKeys(choices).map((value) => (
        <label key={value} className="choice">
          <input
            type="radio"
            name={name}
            value={value}
            required={isRequired}
            aria-describedby={problem === undefined ? undefined : `${name}-problem`}
            onChange={() => onChoose?.(value)}
          />
          <span>{choices[value]}</span>
        </label>
      ))}
    </div>
    {problem !== undefined && <FieldError id={`${name}-problem`}>{problem}</FieldError>}
  </fieldset>
)
