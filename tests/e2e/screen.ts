// The definition of a screen in the tests, and how its path is opened.
import { expect, type Page } from '@playwright/test'
import type { FixtureKey } from '#seed/fixtures.ts'
import type { BookableKey } from './bikes.ts'
import { waitUntilReady } from './e2e-test.ts'
import type { TestLanguage } from './languages.ts'
import type { Person } from './people.ts'
import type { TestServer } from './test-server.ts'

export type ScreenContext = { server: TestServer; buyer: Person; page: Page; bike: BookableKey; language: TestLanguage }

export type Screen = {
  name: string
  /** 'buyer' and 'seller' are newly registered. */
  who: FixtureKey | 'visitor' | 'buyer' | 'seller'
  /** The route that the screen covers. */
  route?: string
  /** Browser errors that the screen causes. */
  allowedErrors?: (string | RegExp)[]
  /** Axe rules that do not apply, each with its reason. */
  disabledRules?: string[]
  /** Opens the screen and waits until it is ready. `bike` can be booked. */
  open: (context: ScreenContext) => Promise<void>
}

/** Opens a path and waits until it is hydrated and has its heading and fonts. */
export const openPath =
  (path: string) =>
  async ({ page, language }: ScreenContext): Promise<void> => {
    await page.goto(language.localizePath(path))
    await waitUntilReady(page)
    await expect(page.getByRole('heading', { level: 1 })).toHaveCount(1)
    await page.evaluate(() => document.fonts.ready)
  }
