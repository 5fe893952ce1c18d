import { useEffect, type RefObject } from 'react'
import { useNavigate } from 'react-router'
import { useMessages } from '#web/context/app-context.ts'
import { appBrowserMessages } from '#web/i18n/en/app-browser.ts'
import { parseTyped } from '#web/lib/browser-link.ts'
import { OpenInBrowser } from './open-in-browser.tsx'
import { useAppBrowser } from './use-app-browser.ts'

type Form = RefObject<HTMLFormElement | null>

// A link of somebody else may name other fields, which are left alone. The password does not go along.
const names = ['name', 'email'] as const

const findInput = (form: Form, name: string): HTMLInputElement | null => {
  const field = form.current?.elements.namedItem(name)
  return field instanceof HTMLInputElement ? field : null
}

type Props = {
  form: Form
  /** The fragment of the page itself. */
  fragment: string
  /** What was typed in the browser of an app, as the address has it. */
  typed: string | undefined
}

/** Fills in what was typed in the browser of an app, and takes it out of the address. */
const useFilledIn = ({ form, fragment, typed }: Props): void => {
  const navigate = useNavigate()
  useEffect(() => {
    if (typed === undefined) return
    const values = parseTyped(typed)
    for (const name of names) {
      const [field, value] = [findInput(form, name), values[name]]
      // The property, because the attribute would be part of the page's HTML.
      if (field !== null && value !== undefined) field.value = value
    }
    void navigate({ search: location.search, hash: fragment }, { replace: true, preventScrollReset: true })
  }, [form, fragment, typed, navigate])
}

/** Below a form, in place of the button of Google, which refuses its login in the browser of an app. */
export const AuthInBrowser = (props: Props) => {
  const { whyGoogle } = useMessages(appBrowserMessages)
  const browser = useAppBrowser()
  useFilledIn(props)
  if (browser === null) return null
  const { form, fragment } = props
  const readTyped = () => Object.fromEntries(names.map((name) => [name, findInput(form, name)?.value ?? '']))
  return <OpenInBrowser browser={browser} why={whyGoogle} getTyped={() => ({ values: readTyped(), fragment })} />
}
