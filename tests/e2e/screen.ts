// What a screen is to the journeys, and how its address is opened.
import { expect, type Page } from '@playwright/test'
import type { CastKey } from '#seed/fixtures.ts'
import type { BikeKey } from './bikes.ts'
import { ready } from './e2e-test.ts'
import type { Read } from './languages.ts'
import type { Person } from './people.ts'
import type { Shop } from './test-server.ts'

export type Given = { shop: Shop; buyer: Person; page: Page; bike: BikeKey; language: Read }

export type Screen = {
  name: string
  /** 'buyer' and 'seller' have only just registered. */
  who: CastKey | 'visitor' | 'buyer' | 'seller'
  /** The row of the routes table that it shows. */
  shows?: string
  /** Complaints of the browser that belong to it. */
  allows?: (string | RegExp)[]
  /** Rules of axe that do not fit it, each with its reason beside it. */
  without?: string[]
  /** Opens it and waits until it stands. `bike` is free to be booked. */
  open: (given: Given) => Promise<void>
}

/** Opens an address and waits until it stands: ready, with its heading and its letters. */
export const at =
  (path: string) =>
  async ({ page, language }: Given): Promise<void> => {
    await page.goto(language.at(path))
    await ready(page)
    await expect(page.getByRole('heading', { level: 1 })).toHaveCount(1)
    await page.evaluate(() => document.fonts.ready)
  }
