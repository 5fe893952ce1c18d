// What a screen may reach: the shop's calls, the session, and how cards are paid. Filled in by each side for itself.
import { createContext as createReactContext, use, useSyncExternalStore } from 'react'
import { createContext } from 'react-router'
import type { Client } from '#contract/client.ts'
import type { Format } from '#web/i18n/format.ts'
import type { Connection } from '#web/offline/connection.ts'
import type { Language, Messages } from '#web/i18n/language.ts'
import type { Session, AuthState } from '#web/session/auth-store.ts'
import type { Namespaces } from '#web/i18n/en/namespaces.ts'
import type { Namespace } from '#web/i18n/namespace.ts'

/** How the payment screens reach the card provider. `script` is loaded before the program, where it is not null. */
export type StripeConfig = { publishableKey: string; script: string | null }

export type AppContext = {
  client: Client
  /** Whether the shop can be reached; only a browser asks. */
  connection?: Connection
  session: Session
  stripe: StripeConfig
  language: Language
  /** Where the shop stands, such as https://motohaat.example: for addresses that others read. */
  shopUrl: string
}

/** For loaders and actions: `context.get(world)`. */
export const appContext = createContext<AppContext>()

/** For components: use `useWorld`. */
export const AppReactContext = createReactContext<AppContext | null>(null)

export const useApp = (): AppContext => {
  const app = use(AppReactContext)
  if (!app) throw new Error('A screen was rendered outside of App.')
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

/** Prices, counts and dates as the language of the page writes them. */
export const useFormat = (): Format => useApp().language.format

const loadingState: AuthState = { state: 'loading' }

/** Who is signed in. It is loading on the server and at the first paint, so that both sides show the same. */
export const useSession = (): AuthState => {
  const { session } = useApp()
  return useSyncExternalStore(session.subscribe, session.getState, () => loadingState)
}
