import { useEffect, useRef } from 'react'
import {
  Form,
  Link,
  useActionData,
  useLocation,
  useNavigate,
  useNavigation,
  useSearchParams,
  type ActionFunctionArgs,
} from 'react-router'
import { refusals } from '../../contract/refusals.ts'
import { SocialButton } from '../parts/social-button.tsx'
import { Entrance, OrLine } from '../parts/entrance.tsx'
import { returnPath } from '../return-path.ts'
import { troubleOf, type Trouble } from '../trouble.ts'
import { typed } from '../typed.ts'
import { Field, FormError } from '../ui/field.tsx'
import { PasswordField } from '../ui/password-field.tsx'
import { Submit } from '../ui/submit.tsx'
import { briefToastMs, toast } from '../ui/toast.ts'
import { useCheckedForm } from '../ui/use-checked-form.ts'
import { entrance } from '../words/entrance.ts'
import { useChapter, useSession, useWords, useWorld, world } from '../world.ts'

type Outcome = { isDone: true } | (Trouble & { isDone: false })

/** Logs in with e-mail and password; the screen then leads back to where the person came from. */
export const action = async ({ request, context }: ActionFunctionArgs): Promise<Outcome> => {
  const form = await request.formData()
  const { session, language } = context.get(world)
  try {
    const signedIn = await session.signIn({ email: typed(form, 'email'), password: typed(form, 'password') })
    return signedIn === 'signed in'
      ? { isDone: true }
      : { isDone: false, message: entrance[language.code].login.needsCode }
  } catch (error) {
    return { isDone: false, ...troubleOf(error) }
  }
}

const fields = ['email', 'password'] as const

/** The e-mail that the registration page hands over, so that it need not be typed again. */
const useHandedEmail = (): string | undefined => {
  const state: unknown = useLocation().state
  if (typeof state !== 'object' || state === null || !('email' in state)) return undefined
  return typeof state.email === 'string' ? state.email : undefined
}

/** Leads a signed-in person back, and greets those who have just logged in here or at the social provider. */
const useWayBack = (hasJustLoggedIn: boolean, isIdle: boolean) => {
  const { login } = useChapter(entrance)
  const { session } = useWorld()
  const who = useSession()
  const navigate = useNavigate()
  const [query] = useSearchParams()
  const hasLeft = useRef(false)
  const isSocial = query.has('social')
  const from = returnPath(query.get('from'))
  useEffect(() => {
    // The session is known a moment before the action has ended, which alone tells that the log-in was made here.
    if (who.state !== 'member' || !isIdle || hasLeft.current) return
    hasLeft.current = true
    const leave = async () => {
      if (isSocial) await session.welcomeFromSocial()
      if (isSocial || hasJustLoggedIn) toast.success(login.success, briefToastMs)
      await navigate(from, { replace: true })
    }
    leave().catch((error: unknown) => toast.error(troubleOf(error).message))
  }, [who, isIdle, hasJustLoggedIn, isSocial, from, session, navigate, login])
}

/** What the social sign-in ended with, in the shop's own sentence: its code stands in the address. */
const useSocialTrouble = (): string | undefined => {
  const { login } = useChapter(entrance)
  const [query] = useSearchParams()
  const code = query.get('error')
  if (code === null) return undefined
  return Object.entries(refusals).find(([name]) => name === code)?.[1].message ?? login.socialFailed
}

export default function Login() {
  const { title, form: formWords } = useWords()
  const { login } = useChapter(entrance)
  const [query] = useSearchParams()
  const outcome = useActionData<typeof action>()
  const refused = outcome?.isDone === false ? outcome : undefined
  const { problems, general, formProps } = useCheckedForm(login, refused, fields)
  const { state } = useNavigation()
  const socialTrouble = useSocialTrouble()
  useWayBack(outcome?.isDone === true, state === 'idle')
  const search = query.size > 0 ? `?${query}` : ''
  return (
    <Entrance heading={login.title} lead={login.lead}>
      <title>{title(login.title)}</title>
      <SocialButton back={query.get('from')} />
      <OrLine>{login.or}</OrLine>
      <Form className="form" method="post" {...formProps}>
        <Field
          id="login-email"
          name="email"
          type="email"
          autoComplete="email"
          label={login.email}
          defaultValue={useHandedEmail()}
          problem={problems.email}
        />
        <PasswordField
          id="login-password"
          name="password"
          autoComplete="current-password"
          label={login.password}
          problem={problems.password}
        />
        <FormError message={general ?? socialTrouble} />
        <Submit isBusy={state !== 'idle'} busyText={login.submitting} isBlock>
          {login.submit}
        </Submit>
        <noscript>
          <p className="note note--warn">{formWords.noScripts}</p>
        </noscript>
      </Form>
      <p className="entrance__other">
        {login.isNew}{' '}
        <Link className="link" to={`/register${search}`}>
          {login.register}
        </Link>
      </p>
    </Entrance>
  )
}
