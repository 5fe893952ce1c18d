// The data that the server embeds in the page. It is the same for everybody and contains nothing about the visitor.
import type { HydrationState } from 'react-router'
import type { DemoLogins, StripeConfig } from '#web/context/app-context.ts'

export type PageState = {
  router: HydrationState
  stripe: StripeConfig
  shopUrl: string
  demoLogins?: DemoLogins | undefined
}

/** JSON that is safe inside a script element. */
export const serializePageState = (state: PageState): string => JSON.stringify(state).replaceAll('<', '\\u003c')

/** Not validated, because `serializePageState` of the same build wrote it. */
export const parsePageState = (text: string): PageState => JSON.parse(text) as PageState // oxlint-disable-line typescript/no-unsafe-type-assertion
