import { CircleAlert } from 'lucide'
import type { ComponentProps, ReactNode } from 'react'
import { Icon } from '#web/ui/icon.tsx'

/** What does not fit, under the field or over the button. */
export const FieldError = ({ id, children }: { id?: string; children: ReactNode }) => (
  <p className="error" id={id}>
    <Icon of={CircleAlert} size={18} />
    {children}
  </p>
)

/** The sentence of a refusal that belongs to no field, in red; spoken when it appears. */
export const FormError = ({ message }: { message: string | undefined }) => (
  <div role="alert" className="form__error">
    {message !== undefined && <FieldError>{message}</FieldError>}
  </div>
)

type FieldProps = {
  /** Also the start of the element's id; two fields of one page need different ones. */
  id: string
  name: string
  label: string
  hint?: string
  problem?: string | undefined
  /** The word that marks the field as optional; a field without it is required. */
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

/** One line to type, with its label above and its hint or its problem below. `before` and `after` stand inside it. */
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

/** Several lines to type. */
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
