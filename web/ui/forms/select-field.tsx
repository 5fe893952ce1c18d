import type { ReactNode } from 'react'
import { FieldError } from './field.tsx'

type Props = {
  id: string
  name: string
  label: string
  hint?: string
  problem?: string | undefined
  /** The label for optional fields; a field without it is required. */
  optional?: string
  defaultValue: string
  /** The option elements. */
  children: ReactNode
}

/** A select with its label above and its hint or error below. */
export const SelectField = ({ id, name, label, hint, problem, optional, defaultValue, children }: Props) => (
  <div className="field">
    <label htmlFor={id}>
      {label} {optional !== undefined && <span className="opt">({optional})</span>}
    </label>
    <select
      className="input"
      id={id}
      name={name}
      required={optional === undefined}
      defaultValue={defaultValue}
      aria-invalid={problem !== undefined}
      aria-describedby={problem !== undefined ? `${id}-problem` : hint !== undefined ? `${id}-hint` : undefined}
    >
      {children}
    </select>
    {problem !== undefined && <FieldError id={`${id}-problem`}>{problem}</FieldError>}
    {problem === undefined && hint !== undefined && (
      <p className="hint" id={`${id}-hint`}>
        {hint}
      </p>
    )}
  </div>
)
