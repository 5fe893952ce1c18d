// What a screen may reach: the shop's calls, the session, and how cards are paid. Filled in by each side for itself.
import { createContext as createReactContext, use, useSyncExternalStore } from 'react'
import { createContext } from 'react-router'
import type { Client } from '../contract/client.ts'
import type { Language, Words } from './language.ts'
import type { Session, Who } from './session.ts'

/** How the payment screens reach the card provider. `script` is loaded before the program, where it is not null. */
export type Cards = { publishableKey: string; script: string | null }

export type World = { client: Client; session: Session; cards: Cards; language: Language }

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
export const useChapter = <T>(chapter: Record<Language['code'], T>): T => chapter[useWorld().language.code]

const loading: Who = { state: 'loading' }

/** Who is signed in. It is loading on the server and at the first paint, so that both sides show the same. */
export const useSession = (): Who => {
  const { session } = useWorld()
  return useSyncExternalStore(session.subscribe, session.current, () => loading)
}
