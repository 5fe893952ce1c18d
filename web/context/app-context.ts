// The app context: API client, session, payment configuration and language. Server and browser create their own.
import { createContext as createReactContext, use, useSyncExternalStore } from 'react'
import { createContext } from 'react-router'
import type { Client } from '#contract/client.ts'
import type { Format } from '#web/i18n/format.ts'
import type { Connection } from '#web/offline/connection.ts'
import type { Language, Messages } from '#web/i18n/language.ts'
import type { Session, AuthState } from '#web/session/auth-store.ts'
import type { MemberBikes } from '#web/session/member-bikes.ts'
import type { Namespaces } from '#web/i18n/en/namespaces.ts'
import type { Namespace } from '#web/i18n/namespace.ts'

/** Configuration of the card provider. On payment pages `script` loads before the app's code, unless it is null. */
export type StripeConfig = { publishableKey: string; script: string | null }

/** The demonstration people that anybody may log in as: a buyer, a seller, the admin. */
export type DemoLogins = { password: string; names: string[]; host: string }

export type AppContext = {
  client: Client
  /** Whether the server is reachable; in browsers only. */
  connection?: Connection
  session: Session
  /** For the buttons of the bikes; in browsers only. */
  loadMemberBikes?: () => Promise<MemberBikes>
  /** Of somebody who has just registered: see `takeNewPassword`. */
  newPassword?: string
  stripe: StripeConfig
  /** In the demonstration only. */
  demoLogins?: DemoLogins | undefined
  language: Language
  /** The public origin, such as https://motohaat.example, for absolute URLs. */
  shopUrl: string
}

/** For loaders and actions: `context.get(appContext)`. */
export const appContext = createContext<AppContext>()

/** Components read it with `useApp`. */
export const AppReactContext = createReactContext<AppContext | null>(null)

export const useApp = (): AppContext => {
  const app = use(AppReactContext)
  if (!app) throw new Error('useApp was called outside of App.')
  return app
}

/**
 * The messages in the language of the page: the shared ones, or those of a namespace, which come with a screen's own code.
 * Example: `useMessages(authMessages)`.
 */
export function useMessages(): Messages
export function useMessages<Name extends keyof Namespaces>(
  namespace: Namespace<Name, Namespaces[Name]>,
): Namespaces[Name]
export function useMessages<Name extends keyof Namespaces>(
  namespace?: Namespace<Name, Namespaces[Name]>,
): Messages | Namespaces[Name] {
  const { messages, namespaces } = useApp().language
  return namespace ? (namespaces?.[namespace.name] ?? namespace.en) : messages
}

/** Formats prices, counts and dates in the language of the page. */
export const useFormat = (): Format => useApp().language.format

const loadingState: AuthState = { state: 'loading' }

/** Who is signed in. It is `loading` on the server and during hydration, so that both render the same. */
export const useSession = (): AuthState => {
  const { session } = useApp()
  return useSyncExternalStore(session.subscribe, session.getState, () => loadingState)
}
