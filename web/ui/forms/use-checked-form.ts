// Form validation with our own messages: before the form is sent, and after an API error.
import { useEffect, useRef, useState, type FormEvent } from 'react'
import { countOddMobileDigits } from '#contract/typed-text/clean-typed.ts'
import { useFormat, useMessages } from '#web/context/app-context.ts'
import type { DisplayError } from '#web/context/display-error.ts'
import { formMessages } from '#web/i18n/en/forms.ts'
import { cleanForm } from './clean-form.ts'

/** Messages by field name: for an empty field ('' for one that the page fills in), and for a value of the wrong type or length. */
export type FieldMessages = { missing: Record<string, string>; wrong?: Record<string, string> }

export type Problems = Record<string, string>

type Control = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement

const isControl = (element: Element): element is Control =>
  element instanceof HTMLInputElement || element instanceof HTMLTextAreaElement || element instanceof HTMLSelectElement

const isEmpty = (control: Control) => control.required && control.value.trim() === ''

const getProblem = (control: Control, { missing, wrong }: FieldMessages): string => {
  if (isEmpty(control) || control.validity.valueMissing) return missing[control.name] ?? control.validationMessage
  if (!control.validity.valid) return wrong?.[control.name] ?? control.validationMessage
  return ''
}

const listProblems = (form: HTMLFormElement, messages: FieldMessages): [Control, string][] =>
  [...form.elements].filter(isControl).flatMap((control): [Control, string][] => {
    const problem = getProblem(control, messages)
    return problem === '' ? [] : [[control, problem]]
  })

/**
 * Asks once about a mobile number with a digit too few or too many. Whoever sends the same number again means it: it may be
 * one of another country.
 */
const useMobileQuestion = () => {
  const { oddMobileNumber } = useMessages(formMessages)
  const { digits } = useFormat()
  const asked = useRef('')
  return (form: HTMLFormElement): [Control, string][] => {
    const numbers = [...form.elements].filter(
      (element) => element instanceof HTMLInputElement && element.type === 'tel',
    )
    return numbers.filter(isControl).flatMap((control): [Control, string][] => {
      const count = countOddMobileDigits(control.value)
      if (count === null || asked.current === control.value) return []
      asked.current = control.value
      return [[control, oddMobileNumber(digits(String(count)))]]
    })
  }
}

/** The browser cannot focus a field inside a closed <details>, so that is opened. */
const focusControl = (control: Control): void => {
  control.closest('details')?.setAttribute('open', '')
  control.focus()
}

export type CheckedForm = {
  /** The message to show at each field, by field name. */
  problems: Problems
  /** The message that belongs to no field of this form. */
  general: string | undefined
  /** Spread onto the form. */
  formProps: {
    noValidate: true
    onSubmit: (event: FormEvent<HTMLFormElement>) => void
    onInput: (event: FormEvent<HTMLFormElement>) => void
  }
}

/**
 * Cleans and validates a form on submit, and clears a field's message when its value changes. The field of the first
 * message gets the focus, and so comes into view.
 * @param apiError the API error of the last submit: a new object for each submit
 * @param fields the names of this form's fields; an API error about another field becomes `general`
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
  const form = useRef<HTMLFormElement>(null)
  useEffect(() => {
    const controls = [...(form.current?.elements ?? [])].filter(isControl)
    const control = controls.find(({ name }) => name !== '' && name === apiError?.field)
    if (control) focusControl(control)
  }, [apiError])
  const askAboutMobile = useMobileQuestion()
  const onSubmit = (event: FormEvent<HTMLFormElement>) => {
    form.current = event.currentTarget
    cleanForm(event.currentTarget)
    const wrong = listProblems(event.currentTarget, messages)
    const found = wrong.length > 0 ? wrong : askAboutMobile(event.currentTarget)
    setProblems(Object.fromEntries(found.map(([{ name }, problem]) => [name, problem])))
    const [first] = found
    if (!first) return
    event.preventDefault()
    focusControl(first[0])
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
