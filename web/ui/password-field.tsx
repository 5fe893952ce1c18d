import { Eye, EyeOff } from 'lucide-react'
import { useState, type ComponentProps } from 'react'
import { useWords } from '../world.ts'
import { Field } from './field.tsx'

/** A password, hidden until its eye is pressed. */
export const PasswordField = (props: Omit<ComponentProps<typeof Field>, 'type' | 'after'>) => {
  const { form } = useWords()
  const [isShown, setIsShown] = useState(false)
  const eye = (
    <button
      className="affix__btn"
      type="button"
      aria-label={isShown ? form.hidePassword : form.showPassword}
      onClick={() => setIsShown(!isShown)}
    >
      {isShown ? <EyeOff size={20} aria-hidden /> : <Eye size={20} aria-hidden />}
    </button>
  )
  return <Field {...props} type={isShown ? 'text' : 'password'} after={eye} />
}
