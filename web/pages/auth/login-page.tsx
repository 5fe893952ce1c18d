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
import { CodeStep } from './code-step.tsx'
import { Entrance, OrLine } from './auth-form.tsx'
import { SocialButton } from './social-button.tsx'
import { returnPath } from '#web/session/return-path.ts'
import type { Session, SignedIn } from '#web/session/session.ts'
import { isRefusal, troubleOf, type Trouble } from '#web/context/display-error.ts'
import { typed } from '#web/lib/get-form-text.ts'
import { Field, FormError } from '#web/ui/forms/field.tsx'
import { PasswordField } from '#web/ui/forms/password-field.tsx'
import { Submit } from '#web/ui/forms/submit.tsx'
import { briefToastMs, toast } from '#web/ui/toast.ts'
import { useCheckedForm } from '#web/ui/forms/use-checked-form.ts'
import { entrance } from '#web/i18n/en/auth.ts'
import { forms } from '#web/i18n/en/forms.ts'
import { useChapter, useSession, useWords, useWorld, world } from '#web/context/app-context.ts'

type Outcome = { isDone: true; next: SignedIn } | (Trouble & { isDone: false; next: 'log in' | 'needs code' })

/** Logs in with e-mail and password, or takes the code that comes after them. */
const logIn = (session: Session, form: FormData): Promise<SignedIn> => {
  const step = typed(form, 'step')
  if (step === '') return session.signIn({ email: typed(form, 'email'), password: typed(form, 'password') })
  return session.signInWithCode({ code: typed(form, 'code'), isBackup: step === 'backup' })
}

/** Logs in; the screen then asks for the code, or leads back to where the person came from. */
export const action = async ({ request, context }: ActionFunctionArgs): Promise<Outcome> => {
  const form = await request.formData()
  const { session } = context.get(world)
  try {
    return { isDone: true, next: await logIn(session, form) }
  } catch (error) {
    const isCode = typed(form, 'step') !== '' && !(isRefusal(error) && error.code === 'login_expired')
    return { isDone: false, next: isCode ? 'needs code' : 'log in', ...troubleOf(error) }
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
const useWayBack = (justDone: SignedIn | undefined, isIdle: boolean) => {
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
      if (isSocial || justDone !== undefined) toast.success(login.success, briefToastMs)
      await navigate(justDone === 'must set up' ? '/dashboard/account#second-factor' : from, { replace: true })
    }
    leave().catch((error: unknown) => toast.error(troubleOf(error).message))
  }, [who, isIdle, justDone, isSocial, from, session, navigate, login])
}

/** What the social sign-in ended with, in the shop's own sentence: its code stands in the address. */
const useSocialTrouble = (): string | undefined => {
  const { login } = useChapter(entrance)
  const [query] = useSearchParams()
  const code = query.get('error')
  if (code === null) return undefined
  return Object.entries(login.socialTroubles).find(([name]) => name === code)?.[1] ?? login.socialFailed
}

/** E-mail and password, or the social provider. */
const FirstStep = ({ refused }: { refused: Trouble | undefined }) => {
  const formWords = useChapter(forms)
  const { login } = useChapter(entrance)
  const [query] = useSearchParams()
  const { problems, general, formProps } = useCheckedForm(login, refused, fields)
  const { state } = useNavigation()
  const socialTrouble = useSocialTrouble()
  return (
    <>
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
    </>
  )
}

/** The other ways from here. */
const Others = ({ search }: { search: string }) => {
  const { login } = useChapter(entrance)
  return (
    <p className="entrance__other">
      <Link className="link" to="/forgot-password">
        {login.forgot}
      </Link>
      <br />
      {login.isNew}{' '}
      <Link className="link" to={`/register${search}`}>
        {login.register}
      </Link>
    </p>
  )
}

export default function Login() {
  const { title } = useWords()
  const { login, code } = useChapter(entrance)
  const [query] = useSearchParams()
  const outcome = useActionData<typeof action>()
  const { state } = useNavigation()
  const done = outcome?.isDone === true && outcome.next !== 'needs code' ? outcome.next : undefined
  useWayBack(done, state === 'idle')
  // The social provider leads here with `code` in the address when the person has a second factor.
  const isCodeNext = outcome ? outcome.next === 'needs code' : query.has('code')
  const refused = outcome?.isDone === false ? outcome : undefined
  const rest = new URLSearchParams(query)
  rest.delete('code')
  const search = rest.size > 0 ? `?${rest}` : ''
  return (
    <Entrance heading={isCodeNext ? code.heading : login.title} lead={isCodeNext ? code.lead : login.lead}>
      <title>{title(login.title)}</title>
      <meta name="description" content={login.description} />
      {isCodeNext ? <CodeStep refused={refused} startAgain={`/login${search}`} /> : <FirstStep refused={refused} />}
      {!isCodeNext && <Others search={search} />}
    </Entrance>
  )
}
