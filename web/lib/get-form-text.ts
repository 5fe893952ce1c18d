/** The text of a form field; '' when the form has no such text field. */
export const getFormText = (form: FormData, field: string): string => {
  const value = form.get(field)
  return typeof value === 'string' ? value : ''
}
