import { useEffect, useRef, useState } from 'react'
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
import { DemoLogins } from './demo-logins.tsx'
import { AuthForm, OrDivider } from './auth-form.tsx'
import { SocialButton } from '#web/components/login/social-button.tsx'
import { clearReturnFragment, readReturnFragment } from '#web/session/return-fragment.ts'
import { takeNewPassword } from '#web/session/new-password.ts'
import { splitTyped, useAuthInBrowser } from '#web/components/app-browser/use-auth-in-browser.ts'
import { getReturnPath, toAuthPath } from '#web/session/return-path.ts'
import type { Session, SignInResult } from '#web/session/auth-store.ts'
import { isApiResponseError, toDisplayError, type DisplayError } from '#web/context/display-error.ts'
import { getFormText } from '#web/lib/get-form-text.ts'
import { NoScriptsNote } from '#web/ui/no-scripts-note.tsx'
import { Field, FormError } from '#web/ui/forms/field.tsx'
import { PasswordField } from '#web/ui/forms/password-field.tsx'
import { Submit } from '#web/ui/forms/submit.tsx'
import { briefToastMs, toast } from '#web/ui/toast.ts'
import { useCheckedForm } from '#web/ui/forms/use-checked-form.ts'
import { authMessages } from '#web/i18n/en/auth.ts'
import { useMessages, useSession, useApp, appContext } from '#web/context/app-context.ts'

type Outcome = { isDone: true; next: SignInResult } | (DisplayError & { isDone: false; next: 'log in' | 'needs code' })

/** Signs in with e-mail and password, or sends the second-factor code. */
const logIn = (session: Session, form: FormData): Promise<SignInResult> => {
  const step = getFormText(form, 'step')
  if (step === '') return session.signIn({ email: getFormText(form, 'email'), password: getFormText(form, 'password') })
  return session.signInWithCode({ code: getFormText(form, 'code'), isBackup: step === 'backup' })
}

/** Signs in; the screen then asks for the code or redirects to the return path. */
export const action = async ({ request, context }: ActionFunctionArgs): Promise<Outcome> => {
  const form = await request.formData()
  const { session } = context.get(appContext)
  try {
    return { isDone: true, next: await logIn(session, form) }
  } catch (error) {
    const isCode = getFormText(form, 'step') !== '' && !(isApiResponseError(error) && error.code === 'login_expired')
    return { isDone: false, next: isCode ? 'needs code' : 'log in', ...toDisplayError(error) }
  }
}

const fields = ['email', 'password'] as const

/** The e-mail handed over by the registration page, so that it need not be typed again. */
const usePrefilledEmail = (): string | undefined => {
  const state: unknown = useLocation().state
  if (typeof state !== 'object' || state === null || !('email' in state)) return undefined
  return typeof state.email === 'string' ? state.email : undefined
}

/** Fills in the password of a registration that has just succeeded. */
const useNewPassword = () => {
  const form = useRef<HTMLFormElement>(null)
  const app = useApp()
  useEffect(() => {
    const password = takeNewPassword(app)
    const field = form.current?.elements.namedItem('password')
    // The property, because the attribute would be part of the page's HTML.
    if (password !== undefined && field instanceof HTMLInputElement) field.value = password
  }, [app])
  return form
}

/**
 * The fragment of the page to return to. The guard keeps it in this page's address, from which the form's submission drops
 * it; across the social provider it is in the tab's storage.
 */
const useReturnFragment = (): string => {
  const [query] = useSearchParams()
  const { hash } = useLocation()
  const isFromProvider = query.has('social') || query.has('error')
  const [fragment] = useState(() =>
    hash === '' && isFromProvider ? readReturnFragment(getReturnPath(query.get('from'))) : splitTyped(hash).fragment,
  )
  return fragment
}

/** Redirects a signed-in person to the return path; shows a toast after a log-in here or at the social provider. */
const useRedirectAfterLogin = (signedIn: SignInResult | undefined, isIdle: boolean, fragment: string) => {
  const { login } = useMessages(authMessages)
  const { session } = useApp()
  const authState = useSession()
  const navigate = useNavigate()
  const [query] = useSearchParams()
  const hasLeft = useRef(false)
  const isSocial = query.has('social')
  const returnPath = getReturnPath(query.get('from'))
  const from = returnPath.includes('#') ? returnPath : returnPath + fragment
  useEffect(() => {
    // The session changes before the action ends; only the action's result shows that the log-in happened here.
    if (authState.state !== 'member' || !isIdle || hasLeft.current) return
    hasLeft.current = true
    const redirect = async () => {
      if (isSocial) await session.completeSocialSignIn()
      clearReturnFragment(returnPath)
      if (isSocial || signedIn !== undefined) toast.success(login.success, briefToastMs)
      await navigate(signedIn === 'must set up' ? '/dashboard/account#second-factor' : from, { replace: true })
    }
    redirect().catch((error: unknown) => toast.error(toDisplayError(error).message))
  }, [authState, isIdle, signedIn, isSocial, from, returnPath, session, navigate, login])
}

/** The message for the error code that the social provider's redirect carries in the URL. */
const useSocialError = (): string | undefined => {
  const { login } = useMessages(authMessages)
  const [query] = useSearchParams()
  const code = query.get('error')
  if (code === null) return undefined
  return Object.entries(login.socialErrors).find(([name]) => name === code)?.[1] ?? login.socialFailed
}

/** Log-in by e-mail and password, or by the social provider. */
const PasswordStep = ({ submitError, fragment }: { submitError: DisplayError | undefined; fragment: string }) => {
  const { login } = useMessages(authMessages)
  const [query] = useSearchParams()
  const { problems, general, formProps } = useCheckedForm(login, submitError, fields)
  const { state } = useNavigation()
  const socialError = useSocialError()
  const form = useNewPassword()
  const { isInApp, typed, Part } = useAuthInBrowser()
  return (
    <>
      {!isInApp && (
        <>
          <SocialButton label={login.social} returnTo={query.get('from')} fragment={fragment} />
          <OrDivider>{login.or}</OrDivider>
        </>
      )}
      <Form ref={form} id="login-form" className="form" method="post" {...formProps}>
        <Field
          id="login-email"
          name="email"
          type="email"
          autoComplete="email"
          label={login.email}
          defaultValue={usePrefilledEmail()}
          problem={problems.email}
        />
        <PasswordField
          id="login-password"
          name="password"
          autoComplete="current-password"
          label={login.password}
          problem={problems.password}
        />
        <FormError message={general ?? socialError} />
        <Submit isBusy={state !== 'idle'} busyText={login.submitting} isBlock>
          {login.submit}
        </Submit>
        <NoScriptsNote />
      </Form>
      {Part !== null && <Part {...{ form, fragment, typed }} />}
    </>
  )
}

/** Where the login leads, in words; nothing about the home page. */
const useReturnLine = (): string => {
  const { login } = useMessages(authMessages)
  const path = getReturnPath(useSearchParams()[0].get('from'))
  if (path === '/') return ''
  return login.goBack(Object.entries(login.pages).find(([start]) => path.startsWith(start))?.[1] ?? login.lastPage)
}

/** Links to registration and password reset. */
const OtherLinks = ({ fragment }: { fragment: string }) => {
  const { login } = useMessages(authMessages)
  const from = useSearchParams()[0].get('from')
  return (
    <p className="entrance__other">
      <Link className="link" to="/forgot-password">
        {login.forgot}
      </Link>
      <br />
      {login.isNew}{' '}
      <Link className="link" to={toAuthPath('/register', { from, fragment })}>
        {login.register}
      </Link>
    </p>
  )
}

export default function Login() {
  const { title } = useMessages()
  const { login, code } = useMessages(authMessages)
  const [query] = useSearchParams()
  const outcome = useActionData<typeof action>()
  const { state } = useNavigation()
  const signedIn = outcome?.isDone === true && outcome.next !== 'needs code' ? outcome.next : undefined
  const fragment = useReturnFragment()
  const returnLine = useReturnLine()
  const isNew = usePrefilledEmail() !== undefined
  useRedirectAfterLogin(signedIn, state === 'idle', fragment)
  // The social provider redirects here with `code` in the URL when the account has a second factor.
  const isCodeNext = outcome ? outcome.next === 'needs code' : query.has('code')
  const submitError = outcome?.isDone === false ? outcome : undefined
  // Without the query of the social provider, which is over.
  const restartPath = toAuthPath('/login', { from: query.get('from'), fragment })
  return (
    <AuthForm
      heading={isCodeNext ? code.heading : login.title}
      lead={isCodeNext ? code.lead : `${isNew ? login.ready : ''}${returnLine}`}
    >
      <title>{title(login.title)}</title>
      <meta name="description" content={login.description} />
      {isCodeNext ? (
        <CodeStep submitError={submitError} restartPath={restartPath} />
      ) : (
        <PasswordStep submitError={submitError} fragment={fragment} />
      )}
      {!isCodeNext && <OtherLinks fragment={fragment} />}
      {!isCodeNext && <DemoLogins />}
    </AuthForm>
  )
}
