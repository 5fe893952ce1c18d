// Says which field of a form does not fit and why, in our words, before the form is sent and after the shop refused it.
import { useState, type FormEvent } from 'react'
import type { DisplayError } from '#web/context/display-error.ts'

/** The sentences for each field's name: when it is empty, and when it does not fit its type or length. */
export type FieldMessages = { missing: Record<string, string>; wrong?: Record<string, string> }

export type Problems = Record<string, string>

type Control = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement

const isControl = (element: Element): element is Control =>
  element instanceof HTMLInputElement || element instanceof HTMLTextAreaElement || element instanceof HTMLSelectElement

const isEmpty = (control: Control) => control.required && control.value.trim() === ''

const getProblem = (control: Control, { missing, wrong }: FieldMessages): string | undefined => {
  if (isEmpty(control) || control.validity.valueMissing) return missing[control.name] ?? control.validationMessage
  if (!control.validity.valid) return wrong?.[control.name] ?? control.validationMessage
  return undefined
}

const listProblems = (form: HTMLFormElement, messages: FieldMessages): [Control, string][] =>
  [...form.elements].filter(isControl).flatMap((control): [Control, string][] => {
    const problem = getProblem(control, messages)
    return problem === undefined ? [] : [[control, problem]]
  })

export type CheckedForm = {
  /** The sentence to show at each field, by the field's name. */
  problems: Problems
  /** The sentence that belongs to no field of this form. */
  general: string | undefined
  /** Spread onto the form. */
  formProps: {
    noValidate: true
    onSubmit: (event: FormEvent<HTMLFormElement>) => void
    onInput: (event: FormEvent<HTMLFormElement>) => void
  }
}

/**
 * @param messages the sentences of the fields
 * @param apiError what the shop said to the last send, if it refused: a new object for each send
 * @param fields the names of this form's fields; a refusal about another one is shown in general
 */
export const useCheckedForm = (
  messages: FieldMessages,
  apiError: DisplayError | undefined,
  fields: readonly string[],
): CheckedForm => {
  const [problems, setProblems] = useState<Problems>({})
  const [shownError, setShownError] = useState(apiError)
  if (apiError !== shownError) {
    setShownError(apiError)
    setProblems(
      apiError?.field !== undefined && fields.includes(apiError.field) ? { [apiError.field]: apiError.message } : {},
    )
  }
  const onSubmit = (event: FormEvent<HTMLFormElement>) => {
    const found = listProblems(event.currentTarget, messages)
    setProblems(Object.fromEntries(found.map(([{ name }, problem]) => [name, problem])))
    const [first] = found
    if (!first) return
    event.preventDefault()
    first[0].focus()
  }
  const onInput = ({ target }: FormEvent<HTMLFormElement>) => {
    if (!(target instanceof Element) || !isControl(target) || !(target.name in problems)) return
    const { [target.name]: _, ...rest } = problems
    setProblems(rest)
  }
  const isGeneral = apiError !== undefined && (apiError.field === undefined || !fields.includes(apiError.field))
  return {
    problems,
    general: isGeneral ? apiError.message : undefined,
    formProps: { noValidate: true, onSubmit, onInput },
  }
}
