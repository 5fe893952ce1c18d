import { useApp, useMessages } from '#web/context/app-context.ts'
import { authMessages } from '#web/i18n/en/auth.ts'

const setValue = (form: HTMLFormElement, name: string, value: string) => {
  const field = form.elements.namedItem(name)
  if (field instanceof HTMLInputElement) field.value = value
}

/** Logs in as one of the people of the demonstration with one click. Rendered in the login form. Elsewhere the page does not know them. */
export const DemoLogins = () => {
  const { login } = useMessages(authMessages)
  const { demoLogins } = useApp()
  if (!demoLogins) return null
  const { names, host, password } = demoLogins
  const logIn = ({ form }: HTMLButtonElement, name: string) => {
    if (!form) return
    setValue(form, 'email', `${name}@${host}`)
    setValue(form, 'password', password)
    // Safari has form.requestSubmit since 16.
    form.querySelector<HTMLElement>('[type=submit]')?.click()
  }
  return (
    <div className="note">
      <div>
        <b>{login.demo}</b>
        {names.map((name, index) => (
          <button
            key={name}
            className="btn btn--quiet btn--block"
            type="button"
            form="login-form"
            onClick={({ currentTarget }) => logIn(currentTarget, name)}
          >
            {login.people[index]}
          </button>
        ))}
      </div>
    </div>
  )
}
