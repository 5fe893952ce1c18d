import type { ReactNode } from 'react'
import { FieldError } from './field.tsx'

type Props = {
  name: string
  legend: string
  /** Below the legend: how to choose, and who reads it. */
  hint?: string
  /** `isWide`: a row of its own, for a text of any length. */
  choices: { value: string; label: string; isWide?: boolean }[]
  isRequired?: boolean
  chosen?: string | undefined
  onChoose?: (value: string) => void
  problem?: string | undefined
  /** Shown between the boxes and the problem. */
  children?: ReactNode
}

/** Radio buttons as boxes of equal size. */
export const RadioBoxes = ({
  name,
  legend,
  hint,
  choices,
  isRequired = false,
  chosen,
  onChoose,
  problem,
  children,
}: Props) => (
  <fieldset className="field" aria-describedby={hint === undefined ? undefined : `${name}-hint`}>
    <legend>{legend}</legend>
    {hint !== undefined && (
      <p className="hint" id={`${name}-hint`}>
        {hint}
      </p>
    )}
    <div className="choices">
      {choices.map(({ value, label, isWide = false }) => (
        <label key={value} className={isWide ? 'choice choice--wide' : 'choice'}>
          <input
            type="radio"
            name={name}
            value={value}
            required={isRequired}
            defaultChecked={value === chosen}
            onChange={() => onChoose?.(value)}
            aria-describedby={problem === undefined ? undefined : `${name}-problem`}
          />
          <span>{label}</span>
        </label>
      ))}
    </div>
    {children}
    {problem !== undefined && <FieldError id={`${name}-problem`}>{problem}</FieldError>}
  </fieldset>
)
