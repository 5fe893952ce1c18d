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

type Shared = {
  /** Also the start of the element's id; two fields of one page need different ones. */
  id: string
  name: string
  label: string
  hint?: string
  problem?: string | undefined
  /** The word that marks the field as optional; a field without it is required. */
  optional?: string
}

const describedBy = ({ id, hint, problem }: Shared) =>
  problem !== undefined ? `${id}-problem` : hint !== undefined ? `${id}-hint` : undefined

const Frame = ({ children, ...shared }: Shared & { children: ReactNode }) => {
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

const controlProps = (shared: Shared) => ({
  className: 'input',
  id: shared.id,
  name: shared.name,
  required: shared.optional === undefined,
  'aria-invalid': shared.problem !== undefined,
  'aria-describedby': describedBy(shared),
})

type Extra<Tag extends 'input' | 'textarea'> = Omit<ComponentProps<Tag>, keyof Shared | 'required' | 'className'>

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
}: Shared & Extra<'input'> & { before?: ReactNode; after?: ReactNode }) => {
  const shared = { id, name, label, hint, problem, optional }
  const control = <input {...input} {...controlProps(shared)} />
  return (
    <Frame {...shared}>
      {after === undefined && before === undefined ? (
        control
      ) : (
        <span className={after === undefined ? 'affix' : 'affix affix--end'}>
          {before}
          {control}
          {after}
        </span>
      )}
    </Frame>
  )
}

/** Several lines to type. */
export const TextField = ({ id, name, label, hint, problem, optional, ...area }: Shared & Extra<'textarea'>) => {
  const shared = { id, name, label, hint, problem, optional }
  return (
    <Frame {...shared}>
      <textarea {...area} {...controlProps(shared)} />
    </Frame>
  )
}
