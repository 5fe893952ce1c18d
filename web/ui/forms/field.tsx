import { CircleAlert } from 'lucide'
import type { ComponentProps, ReactNode } from 'react'
import { Icon } from '#web/ui/icon.tsx'

/** A validation error, under its field or above the submit button. */
export const FieldError = ({ id, children }: { id?: string; children: ReactNode }) => (
  <p className="error" id={id}>
    <Icon of={CircleAlert} size={18} />
    {children}
  </p>
)

/** An error that belongs to no field; screen readers announce it. */
export const FormError = ({ message }: { message: string | undefined }) => (
  <div role="alert" className="form__error">
    {message !== undefined && <FieldError>{message}</FieldError>}
  </div>
)

type FieldProps = {
  /** The element's id and the prefix of its hint and error ids; unique on the page. */
  id: string
  name: string
  label: string
  hint?: string
  problem?: string | undefined
  /** The label for optional fields; a field without it is required. */
  optional?: string
}

const getDescribedBy = ({ id, hint, problem }: FieldProps) =>
  problem !== undefined ? `${id}-problem` : hint !== undefined ? `${id}-hint` : undefined

const FieldFrame = ({ children, ...shared }: FieldProps & { children: ReactNode }) => {
  const { id, label, hint, problem, optional } = shared
  return (
    <div className="field">
      <label htmlFor={id}>
        {label} {optional !== undefined && <span className="opt">({optional})</span>}
      </label>
      {children}
      {problem !== undefined && <FieldError id={`${id}-problem`}>{problem}</FieldError>}
      {problem === undefined && hint !== undefined && (
        <p className="hint" id={`${id}-hint`}>
          {hint}
        </p>
      )}
    </div>
  )
}

const toControlProps = (fieldProps: FieldProps) => ({
  className: 'input',
  id: fieldProps.id,
  name: fieldProps.name,
  required: fieldProps.optional === undefined,
  'aria-invalid': fieldProps.problem !== undefined,
  'aria-describedby': getDescribedBy(fieldProps),
})

type ControlProps<Tag extends 'input' | 'textarea'> = Omit<
  ComponentProps<Tag>,
  keyof FieldProps | 'required' | 'className'
>

/** A text input with its label above and its hint or error below. `before` and `after` are rendered inside its frame. */
export const Field = ({
  id,
  name,
  label,
  hint,
  problem,
  optional,
  before,
  after,
  ...input
}: FieldProps & ControlProps<'input'> & { before?: ReactNode; after?: ReactNode }) => {
  const fieldProps = { id, name, label, hint, problem, optional }
  const control = <input {...input} {...toControlProps(fieldProps)} />
  return (
    <FieldFrame {...fieldProps}>
      {after === undefined && before === undefined ? (
        control
      ) : (
        <span className={after === undefined ? 'affix' : 'affix affix--end'}>
          {before}
          {control}
          {after}
        </span>
      )}
    </FieldFrame>
  )
}

/** A text area. */
export const TextField = ({
  id,
  name,
  label,
  hint,
  problem,
  optional,
  ...area
}: FieldProps & ControlProps<'textarea'>) => {
  const fieldProps = { id, name, label, hint, problem, optional }
  return (
    <FieldFrame {...fieldProps}>
      <textarea {...area} {...toControlProps(fieldProps)} />
    </FieldFrame>
  )
}
