import { Eye, EyeOff } from 'lucide'
import { useState, type ComponentProps } from 'react'
import { formMessages } from '#web/i18n/en/forms.ts'
import { useMessages, useSession } from '#web/context/app-context.ts'
import { Field } from './field.tsx'
import { Icon } from '#web/ui/icon.tsx'

/** Tells password managers whose password it is, where nobody types their e-mail. */
const AccountOfPassword = () => {
  const session = useSession()
  if (session.state !== 'member') return null
  return <input type="email" autoComplete="username" value={session.user.email} readOnly hidden />
}

/** A password input with a button that shows the password. */
export const PasswordField = (props: Omit<ComponentProps<typeof Field>, 'type' | 'after'>) => {
  const messages = useMessages(formMessages)
  const [isShown, setIsShown] = useState(false)
  const toggle = (
    <button
      className="affix__btn"
      type="button"
      aria-label={isShown ? messages.hidePassword : messages.showPassword}
      onClick={() => setIsShown(!isShown)}
    >
      {isShown ? <Icon of={EyeOff} size={20} /> : <Icon of={Eye} size={20} />}
    </button>
  )
  return (
    <>
      <AccountOfPassword />
      <Field {...props} type={isShown ? 'text' : 'password'} after={toggle} />
    </>
  )
}
