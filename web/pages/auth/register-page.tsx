import { minPasswordLength } from '#contract/limits.ts'
import { useEffect, useRef } from 'react'
import {
  Form,
  Link,
  useActionData,
  useNavigate,
  useNavigation,
  useSearchParams,
  type ActionFunctionArgs,
} from 'react-router'
import { AuthForm, OrDivider } from './auth-form.tsx'
import { PhotoLink } from './photo-link.tsx'
import { NoScriptsNote } from '#web/ui/no-scripts-note.tsx'
import { RadioBoxes } from '#web/ui/forms/radio-boxes.tsx'
import { toDisplayError, type DisplayError } from '#web/context/display-error.ts'
import { getFormText } from '#web/lib/get-form-text.ts'
import { createLazyPart } from '#web/ui/hydration/lazy-hydration.tsx'
import { Field, FormError } from '#web/ui/forms/field.tsx'
import { PasswordField } from '#web/ui/forms/password-field.tsx'
import { Submit } from '#web/ui/forms/submit.tsx'
import { briefToastMs, toast } from '#web/ui/toast.ts'
import { useCheckedForm } from '#web/ui/forms/use-checked-form.ts'
import { registerMessages } from '#web/i18n/en/register.ts'
import { keepNewPassword } from '#web/session/new-password.ts'
import { useAuthInBrowser } from '#web/components/app-browser/use-auth-in-browser.ts'
import { getReturnPath, toAuthPath, toSellPath } from '#web/session/return-path.ts'
import { useMessages, appContext } from '#web/context/app-context.ts'

// The code behind these buttons loads on the first interaction: the form can be filled in without it.
const loadSocial = async () => (await import('#web/components/login/social-button.tsx')).SocialButton
const loadPhotos = () => import('#web/components/profile-photo/photo-buttons.tsx')
const loadPhotoButtons = async () => (await loadPhotos()).PhotoButtons
const social = createLazyPart({
  load: loadSocial,
  ssrComponent: import.meta.env.SSR ? await loadSocial() : null,
  fallback: null,
})
const photoButtons = createLazyPart({
  load: loadPhotoButtons,
  ssrComponent: import.meta.env.SSR ? await loadPhotoButtons() : null,
  fallback: null,
})

/** In the browser this runs only after a client-side navigation, where no server HTML exists. */
export const loader = async (): Promise<null> => {
  await Promise.all([social.hydrateNow(), photoButtons.hydrateNow()])
  return null
}

type Outcome = { isDone: true; email: string } | (DisplayError & { isDone: false })

const parseRole = (value: string): 'Seller' | 'Buyer' | undefined =>
  value === 'Seller' || value === 'Buyer' ? value : undefined

/** Creates the account; the person then logs in. */
export const action = async ({ request, context }: ActionFunctionArgs): Promise<Outcome> => {
  const form = await request.formData()
  const email = getFormText(form, 'email')
  const app = context.get(appContext)
  const name = getFormText(form, 'name')
  const password = getFormText(form, 'password')
  const role = parseRole(getFormText(form, 'role'))
  try {
    // The API requires a photo: without one, it is a picture of the initials.
    const image = getFormText(form, 'image') || (await (await loadPhotos()).uploadPhoto(app.client, { name }))
    await app.session.signUp({ name, image, email, password, role })
    keepNewPassword(app, password)
    return { isDone: true, email }
  } catch (error) {
    return { isDone: false, ...toDisplayError(error) }
  }
}

const fields = ['name', 'image', 'email', 'password', 'role'] as const

/** Shows the success toast and redirects to the log-in page, with what was typed and the return path. */
const useRedirectToLogin = (outcome: Outcome | undefined, loginPath: string) => {
  const register = useMessages(registerMessages)
  const navigate = useNavigate()
  useEffect(() => {
    if (!outcome?.isDone) return
    toast.success(register.success, briefToastMs)
    void navigate(loginPath, { state: { email: outcome.email } })
  }, [outcome, loginPath, navigate, register])
}

/** What a person agrees to, and the way to the login. */
const OtherWays = ({ loginPath }: { loginPath: string }) => {
  const register = useMessages(registerMessages)
  return (
    <>
      <p className="entrance__other">
        {register.agree.before}
        <Link to="/terms">{register.agree.terms}</Link>
        {register.agree.between}
        <Link to="/privacy">{register.agree.privacy}</Link>
        {register.agree.after}
      </p>
      <p className="entrance__other">
        {register.hasAccount}{' '}
        <Link className="link" to={loginPath}>
          {register.login}
        </Link>
      </p>
    </>
  )
}

export default function Register() {
  const { title } = useMessages()
  const register = useMessages(registerMessages)
  const [query] = useSearchParams()
  const form = useRef<HTMLFormElement>(null)
  // The form's submission drops the fragment of the page to return to from this page's address.
  const { isInApp, fragment, typed, Part } = useAuthInBrowser()
  const loginPath = toAuthPath('/login', { from: query.get('from'), fragment })
  const outcome = useActionData<typeof action>()
  useRedirectToLogin(outcome, loginPath)
  const submitError = outcome?.isDone === false ? outcome : undefined
  const { problems, general, formProps } = useCheckedForm(register, submitError, fields)
  const isBusy = useNavigation().state === 'submitting'
  const returnPath = getReturnPath(query.get('from'))
  const chosenRole = returnPath === toSellPath(true) ? 'Seller' : 'Buyer'
  const goBack = returnPath.startsWith('/bikes/') ? register.goBackToBike : register.goBack
  const lead = returnPath === '/' ? register.lead : `${register.lead} ${goBack}`
  return (
    <AuthForm heading={register.title} lead={lead}>
      <title>{title(register.title)}</title>
      <meta name="description" content={register.description} />
      {!isInApp && (
        <>
          <social.Part label={register.social} returnTo={query.get('from')} fragment={fragment} isReplayed />
          <OrDivider>{register.or}</OrDivider>
        </>
      )}
      <Form ref={form} className="form" method="post" {...formProps}>
        <Field id="register-name" name="name" autoComplete="name" label={register.name} problem={problems.name} />
        <photoButtons.Part fieldId="register-image" isNew />
        <PhotoLink id="register-image" problem={problems.image} />
        <Field
          id="register-email"
          name="email"
          type="email"
          autoComplete="email"
          label={register.email}
          problem={problems.email}
        />
        <PasswordField
          id="register-password"
          name="password"
          minLength={minPasswordLength}
          autoComplete="new-password"
          label={register.password}
          hint={register.passwordHint}
          problem={problems.password}
        />
        <RadioBoxes
          key={chosenRole}
          name="role"
          legend={register.role}
          choices={[
            { value: 'Buyer', label: register.buyer },
            { value: 'Seller', label: register.seller },
          ]}
          chosen={chosenRole}
        />
        <p className="hint">{register.roleHint}</p>
        <FormError message={general} />
        <Submit isBusy={isBusy} busyText={register.submitting} isBlock>
          {register.submit}
        </Submit>
        <NoScriptsNote />
      </Form>
      {Part !== null && <Part {...{ form, fragment, typed }} />}
      <OtherWays loginPath={loginPath} />
    </AuthForm>
  )
}
