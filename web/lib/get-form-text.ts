/** What was typed into a form's field; '' where the form has no such field. */
export const getFormText = (form: FormData, field: string): string => {
  const value = form.get(field)
  return typeof value === 'string' ? value : ''
}
