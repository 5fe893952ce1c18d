// What a screen is to the journeys, and how its address is opened.
import { expect, type Page } from '@playwright/test'
import type { FixtureKey } from '#seed/fixtures.ts'
import type { BikeKey } from './bikes.ts'
import { waitUntilReady } from './e2e-test.ts'
import type { TestLanguage } from './languages.ts'
import type { Person } from './people.ts'
import type { TestServer } from './test-server.ts'

export type ScreenContext = { server: TestServer; buyer: Person; page: Page; bike: BikeKey; language: TestLanguage }

export type Screen = {
  name: string
  /** 'buyer' and 'seller' have only just registered. */
  who: FixtureKey | 'visitor' | 'buyer' | 'seller'
  /** The row of the routes table that it shows. */
  route?: string
  /** Complaints of the browser that belong to it. */
  allowedErrors?: (string | RegExp)[]
  /** Rules of axe that do not fit it, each with its reason beside it. */
  disabledRules?: string[]
  /** Opens it and waits until it stands. `bike` is free to be booked. */
  open: (context: ScreenContext) => Promise<void>
}

/** Opens an address and waits until it stands: ready, with its heading and its letters. */
export const openPath =
  (path: string) =>
  async ({ page, language }: ScreenContext): Promise<void> => {
    await page.goto(language.localizePath(path))
    await waitUntilReady(page)
    await expect(page.getByRole('heading', { level: 1 })).toHaveCount(1)
    await page.evaluate(() => document.fonts.ready)
  }
