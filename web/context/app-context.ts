// What a screen may reach: the shop's calls, the session, and how cards are paid. Filled in by each side for itself.
import { createContext as createReactContext, use, useSyncExternalStore } from 'react'
import { createContext } from 'react-router'
import type { Client } from '#contract/client.ts'
import type { Figures } from '#web/i18n/format.ts'
import type { Connection } from '#web/offline/connection.ts'
import type { Language, Words } from '#web/i18n/language.ts'
import type { Session, Who } from '#web/session/session.ts'
import type { Chapter, Chapters } from '#web/i18n/en/namespaces.ts'

/** How the payment screens reach the card provider. `script` is loaded before the program, where it is not null. */
export type Cards = { publishableKey: string; script: string | null }

export type World = {
  client: Client
  /** Whether the shop can be reached; only a browser asks. */
  connection?: Connection
  session: Session
  cards: Cards
  language: Language
  /** Where the shop stands, such as https://motohaat.example: for addresses that others read. */
  shopUrl: string
}

/** For loaders and actions: `context.get(world)`. */
export const world = createContext<World>()

/** For components: use `useWorld`. */
export const WorldContext = createReactContext<World | null>(null)

export const useWorld = (): World => {
  const here = use(WorldContext)
  if (!here) throw new Error('A screen was rendered outside of App.')
  return here
}

export const useWords = (): Words => useWorld().language.words

/** Sentences that come with a screen's own code: `useChapter(entrance)` gives them in the language of the page. */
export const useChapter = <Name extends keyof Chapters>({ name, en }: Chapter<Name, Chapters[Name]>): Chapters[Name] =>
  useWorld().language.chapters?.[name] ?? en

/** Prices, counts and dates as the language of the page writes them. */
export const useFigures = (): Figures => useWorld().language.figures

const loading: Who = { state: 'loading' }

/** Who is signed in. It is loading on the server and at the first paint, so that both sides show the same. */
export const useSession = (): Who => {
  const { session } = useWorld()
  return useSyncExternalStore(session.subscribe, session.current, () => loading)
}
