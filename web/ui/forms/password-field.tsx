import { Eye, EyeOff } from 'lucide'
import { useState, type ComponentProps } from 'react'
import { forms } from '#web/i18n/en/forms.ts'
import { useChapter } from '#web/context/app-context.ts'
import { Field } from './field.tsx'
import { Icon } from '#web/ui/icon.tsx'

/** A password, hidden until its eye is pressed. */
export const PasswordField = (props: Omit<ComponentProps<typeof Field>, 'type' | 'after'>) => {
  const form = useChapter(forms)
  const [isShown, setIsShown] = useState(false)
  const eye = (
    <button
      className="affix__btn"
      type="button"
      aria-label={isShown ? form.hidePassword : form.showPassword}
      onClick={() => setIsShown(!isShown)}
    >
      {isShown ? <Icon of={EyeOff} size={20} /> : <Icon of={Eye} size={20} />}
    </button>
  )
  return <Field {...props} type={isShown ? 'text' : 'password'} after={eye} />
}
