import { Eye, EyeOff } from 'lucide'
import { useState, type ComponentProps } from 'react'
import { formMessages } from '#web/i18n/en/forms.ts'
import { useMessages } from '#web/context/app-context.ts'
import { Field } from './field.tsx'
import { Icon } from '#web/ui/icon.tsx'

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
  return <Field {...props} type={isShown ? 'text' : 'password'} after={toggle} />
}
