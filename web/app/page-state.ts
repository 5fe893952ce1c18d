// What the server hands to the browser in the page: the screen's data, how cards are paid, and the shop's address. Nothing about a person.
import type { HydrationState } from 'react-router'
import type { Cards } from '#web/context/app-context.ts'

export type PageState = { router: HydrationState; cards: Cards; shopUrl: string }

/** As JSON that may stand inside a script block. */
export const writePageState = (state: PageState): string => JSON.stringify(state).replaceAll('<', '\\u003c')

/** The server wrote it with the function above, in the same build; that is why its shape is trusted. */
export const readPageState = (text: string): PageState => JSON.parse(text) as PageState // oxlint-disable-line typescript/no-unsafe-type-assertion
