// What the server hands to the browser in the page: the screen's data, how cards are paid, and the shop's address. Nothing about a person.
import type { HydrationState } from 'react-router'
import type { StripeConfig } from '#web/context/app-context.ts'

export type PageState = { router: HydrationState; stripe: StripeConfig; shopUrl: string }

/** As JSON that may stand inside a script block. */
export const serializePageState = (state: PageState): string => JSON.stringify(state).replaceAll('<', '\\u003c')

/** The server wrote it with the function above, in the same build; that is why its shape is trusted. */
export const parsePageState = (text: string): PageState => JSON.parse(text) as PageState // oxlint-disable-line typescript/no-unsafe-type-assertion
