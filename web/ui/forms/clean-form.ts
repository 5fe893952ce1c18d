// Cleans what was typed or pasted into a form before it is judged, as the server does.
import { cleanTyped, type TypedKind } from '#contract/typed-text/clean-typed.ts'

type TextControl = HTMLInputElement | HTMLTextAreaElement

const kindsByType: Partial<Record<string, TypedKind>> = { email: 'email', tel: 'number', text: 'line', search: 'line' }

/** The kind of a field; null where nothing is cleaned, such as in a password. */
const getKind = (control: TextControl): TypedKind | null => {
  if (control instanceof HTMLTextAreaElement) return 'paragraphs'
  if (control.inputMode === 'numeric' && control.type !== 'password') return 'number'
  return kindsByType[control.type] ?? null
}

const isTextControl = (element: Element): element is TextControl =>
  element instanceof HTMLInputElement || element instanceof HTMLTextAreaElement

// React overrides the setter of an element and would not notice the change.
const setValue = (control: TextControl, value: string): void => {
  Reflect.set(Object.getPrototypeOf(control), 'value', value, control)
  control.dispatchEvent(new Event('input', { bubbles: true }))
}

/** Cleans every text of a form where it stands, so that the person sees what is sent. */
export const cleanForm = (form: HTMLFormElement): void => {
  for (const control of [...form.elements].filter(isTextControl)) {
    const kind = control.readOnly ? null : getKind(control)
    const cleaned = kind === null ? control.value : cleanTyped(control.value, kind)
    if (cleaned !== control.value) setValue(control, cleaned)
  }
}
